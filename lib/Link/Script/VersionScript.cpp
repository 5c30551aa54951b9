// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Script/VersionScript.h"

#include "Link/Script/ScriptLexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace llvm;

namespace etprune {

namespace {

/// Reads a version script, or a dynamic list, which is a version script without labels.
///
///   [NAME] { global: PATTERN; ... local: PATTERN; ... extern "C++" { PATTERN; ... }; } [NAME...];
class VersionScriptReader {
public:
  VersionScriptReader(StringRef Text, VersionPatterns::ScriptKind Kind, bool SplitsLabels,
                      VersionPatterns &Into)
      : Tokens(Text, ScriptLexer::VersionScript), Kind(Kind), SplitsLabels(SplitsLabels),
        Into(Into) {
    advance();
  }
  bool run() {
    do
      if (!readVersion())
        return false;
    while (!Token.empty());
    return true;
  }

private:
  void advance() {
    Token = Tokens.next();
    IsQuoted = Tokens.wasQuoted();
  }
  bool consume(StringRef Text) {
    if (IsQuoted || Token != Text)
      return false;
    advance();
    return true;
  }
  bool atWord() const {
    return !Token.empty() && (IsQuoted || (!StringRef("{}:;,()").contains(Token[0]) &&
                                           (isAlnum(Token[0]) || Token.size() > 1 ||
                                            StringRef("_*?.$").contains(Token[0]))));
  }
  bool readVersion();
  bool readPattern(SymbolPatterns &Patterns, bool IsCxx);
  bool readExtern(SymbolPatterns &Patterns);

  ScriptLexer Tokens;
  StringRef Token;
  bool IsQuoted = false;
  VersionPatterns::ScriptKind Kind;
  bool SplitsLabels;
  VersionPatterns &Into;
};

bool VersionScriptReader::readVersion() {
  if (Kind == VersionPatterns::Versions && atWord())
    advance();
  if (!consume("{"))
    return false;
  SymbolPatterns *Patterns = &Into.Global;
  while (!consume("}")) {
    const bool IsLocal = consume("local");
    if (IsLocal || consume("global")) {
      const bool IsGlued = !SplitsLabels && !Tokens.atBlank();
      if (Kind == VersionPatterns::DynamicList || IsGlued || !consume(":"))
        return false;
      Patterns = IsLocal ? &Into.Local : &Into.Global;
    } else if (!(consume("extern") ? readExtern(*Patterns) : readPattern(*Patterns, false)) ||
               (!consume(";") && Token != "}")) {
      return false;
    }
  }
  while (Kind == VersionPatterns::Versions && atWord()) // the versions that this version depends on
    advance();
  return consume(";");
}

bool VersionScriptReader::readExtern(SymbolPatterns &Patterns) {
  if (!IsQuoted || (Token != "C" && Token != "C++"))
    return false;
  const bool IsCxx = Token == "C++";
  advance();
  if (!consume("{"))
    return false;
  while (!consume("}"))
    if (!readPattern(Patterns, IsCxx) || (!consume(";") && Token != "}"))
      return false;
  return true;
}

bool VersionScriptReader::readPattern(SymbolPatterns &Patterns, bool IsCxx) {
  // Refuse "@", which starts a version, and "\", which GNU ld and LLD read in different ways.
  if (!atWord() || Token.find_first_of("@\\") != StringRef::npos)
    return false;
  const bool IsGlob = Token.find_first_of("*?[") != StringRef::npos;
  if (!IsGlob || (IsQuoted && IsCxx)) {
    (IsCxx ? Patterns.CxxNames : Patterns.Names).insert(Token);
  } else {
    auto Glob = GlobPattern::create(Token);
    if (!Glob || IsQuoted)
      return consumeError(Glob.takeError()), false;
    (IsCxx ? Patterns.CxxGlobs : Patterns.Globs).push_back(std::move(*Glob));
  }
  advance();
  return true;
}

/// True if all demanglers write this name in the same way. Demanglers disagree on lambdas, on
/// cloned functions, and on ">>" for "> >".
bool isPlainCxx(StringRef Demangled) {
  return !Demangled.contains(">>") && !Demangled.contains("> >") && !Demangled.contains(" (") &&
         llvm::all_of(Demangled,
                      [](char C) { return isAlnum(C) || StringRef("_:(), &*<>").contains(C); });
}

bool matches(const std::vector<GlobPattern> &Globs, StringRef Name) {
  return llvm::any_of(Globs, [&](const GlobPattern &Glob) { return Glob.match(Name); });
}

} // namespace

bool SymbolPatterns::mayMatch(StringRef Symbol) const {
  if (Names.contains(Symbol) || matches(Globs, Symbol))
    return true;
  if (!hasCxx())
    return false;
  const std::string Demangled = demangle(Symbol);
  return !isPlainCxx(Demangled) || CxxNames.contains(Demangled) || matches(CxxGlobs, Demangled);
}

bool VersionPatterns::add(StringRef Text, ScriptKind Kind, bool SplitsLabels) {
  return VersionScriptReader(Text, Kind, SplitsLabels, *this).run();
}

bool VersionPatterns::hides(StringRef Name) const {
  if (Local.empty() || Name.contains('@') || Global.Names.contains(Name))
    return false;
  std::string Demangled;
  if (Global.hasCxx() || Local.hasCxx()) {
    Demangled = demangle(Name);
    if (!isPlainCxx(Demangled) || Global.CxxNames.contains(Demangled))
      return false;
  }
  if (Local.Names.contains(Name) || Local.CxxNames.contains(Demangled))
    return true;
  if (matches(Global.Globs, Name) || matches(Global.CxxGlobs, Demangled))
    return false;
  return matches(Local.Globs, Name) || matches(Local.CxxGlobs, Demangled);
}

} // namespace etprune
