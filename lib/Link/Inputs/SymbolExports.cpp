// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/SymbolExports.h"

#include "Link/Linkers/Linker.h"
#include "Link/Script/ScriptLexer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// A version script, or a dynamic list, which is one without labels.
///
///   [NAME] { global: PATTERN; ... local: PATTERN; ... extern "C++" { PATTERN; ... }; } [NAME...];
class VersionScriptReader {
public:
  VersionScriptReader(StringRef Text, VersionPatterns::ScriptKind Kind, const LinkerKind &Linker,
                      VersionPatterns &Into)
      : Tokens(Text, ScriptLexer::VersionScript), Kind(Kind), Linker(Linker), Into(Into) {
    advance();
  }
  bool run() {
    if (Token.empty())
      return false;
    while (!Token.empty())
      if (!readVersion())
        return false;
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
  const LinkerKind &Linker;
  VersionPatterns &Into;
};

bool VersionScriptReader::readVersion() {
  if (Kind == VersionPatterns::Versions && atWord())
    advance();
  if (!consume("{"))
    return false;
  SymbolPatterns *Patterns = &Into.Global;
  while (!consume("}")) {
    if (!IsQuoted && (Token == "global" || Token == "local")) {
      const bool IsLocal = Token == "local";
      advance();
      const bool IsGlued = !Linker.SplitsVersionLabels && !Tokens.atBlank();
      if (Kind == VersionPatterns::DynamicList || IsGlued || !consume(":"))
        return false;
      Patterns = IsLocal ? &Into.Local : &Into.Global;
      continue;
    }
    const bool Read =
        consume("extern") ? readExtern(*Patterns) : readPattern(*Patterns, /*IsCxx=*/false);
    if (!Read || (!consume(";") && Token != "}"))
      return false;
  }
  while (Kind == VersionPatterns::Versions && atWord()) // the versions before it
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
  // "@" is for names that carry a version, "\" is read in several ways.
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

/// Whether all demanglers write a name so: they differ in clones, lambdas and the like.
bool isPlainCxx(StringRef Demangled) {
  return !Demangled.contains(">>") && !Demangled.contains("> >") && !Demangled.contains(" (") &&
         llvm::all_of(Demangled,
                      [](char C) { return isAlnum(C) || StringRef("_:(), &*<>").contains(C); });
}

bool matches(const std::vector<GlobPattern> &Globs, StringRef Name) {
  return llvm::any_of(Globs, [&](const GlobPattern &Glob) { return Glob.match(Name); });
}

/// True for an archive that --exclude-libs names.
bool isExcluded(const LinkFile &File, ArrayRef<std::string> Libraries, const LinkerKind &Linker) {
  const StringRef Name = sys::path::filename(File.Path);
  for (StringRef List : Libraries)
    while (!List.empty()) {
      const StringRef Library = List.take_until([](char C) { return C == ',' || C == ':'; });
      List = List.drop_front(std::min(List.size(), Library.size() + 1));
      if (Library == "ALL" || Name == Library ||
          (Linker.ExcludesLibsByStem && Name == (Library + ".a").str()))
        return true;
    }
  return false;
}

/// The recorded file of an option, empty where there is none.
StringRef contentsOf(const LinkInputs &Inputs, StringRef Path) {
  for (const auto &File : Inputs.Files)
    if (File->What == LinkFile::Auxiliary && File->Path == Path)
      return File->contents();
  return {};
}

} // namespace

bool VersionPatterns::add(StringRef Text, ScriptKind Kind, const LinkerKind &Linker) {
  return VersionScriptReader(Text, Kind, Linker, *this).run();
}

SymbolExports::SymbolExports(const LinkCommand &Command, const LinkInputs &Inputs)
    : ShowsAll(Command.Shared || Command.ExportDynamic) {
  // GNU ld's scripts may have versions, too, in VERSION { }.
  bool IsKnown = !Inputs.RootSymbols.contains("VERSION");
  for (const std::string &Path : Command.VersionScripts)
    IsKnown &= Versions.add(contentsOf(Inputs, Path), VersionPatterns::Versions, Inputs.Linker);
  if (!IsKnown)
    Versions = {};
  VersionPatterns Lists;
  for (const std::string &Path : Command.DynamicLists)
    ShowsAll |= !Lists.add(contentsOf(Inputs, Path), VersionPatterns::DynamicList, Inputs.Linker);
  Listed = std::move(Lists.Global);
  for (const std::string &Pattern : Command.ExportedSymbols)
    if (auto Glob = GlobPattern::create(Pattern))
      Listed.Globs.push_back(std::move(*Glob));
    else
      ShowsAll = (consumeError(Glob.takeError()), true);
  for (const auto &File : Inputs.Files)
    if (File->What == LinkFile::Archive &&
        isExcluded(*File, Command.ExcludedLibraries, Inputs.Linker))
      for (const LinkMember &Member : File->Members)
        // The optimiser's output is no member of the archive.
        if (Member.Object && !Member.Object->UsesIntermediateCode)
          Excluded.insert(Member.Object.get());
}

bool SymbolExports::hides(StringRef Name) const {
  const auto &[Global, Local] = Versions;
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

bool SymbolExports::shows(const InputObject &Object, const ObjectSymbol &Symbol) const {
  if (Symbol.isLocal() || Symbol.isUndefined() ||
      (Symbol.Visibility != ELF::STV_DEFAULT && Symbol.Visibility != ELF::STV_PROTECTED) ||
      Excluded.contains(&Object))
    return false;
  if (ShowsAll && !hides(Symbol.Name))
    return true;
  if (Listed.empty())
    return false;
  const std::string Demangled = Listed.hasCxx() ? demangle(Symbol.Name) : "";
  return Listed.Names.contains(Symbol.Name) || matches(Listed.Globs, Symbol.Name) ||
         (Listed.hasCxx() && (!isPlainCxx(Demangled) || Listed.CxxNames.contains(Demangled) ||
                              matches(Listed.CxxGlobs, Demangled)));
}

} // namespace etprune
