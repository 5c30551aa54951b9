// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Script/LinkerScript.h"

#include "Link/Script/ScriptLexer.h"
#include "Object/RecordNames.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace etprune {

namespace {

/// True if `Token` has the "=" of an assignment to the table's start symbol. The symbol is before
/// "=" in `Token` ("x=y" is one token), or is `Last`, the previous token.
bool definesTable(StringRef Last, StringRef Token) {
  const bool HasSymbol = Last == TableStartSymbol || Token.consume_front(TableStartSymbol);
  return HasSymbol && Token.starts_with("=") && !Token.starts_with("==");
}

/// True if a word before a parenthesis is a file name, as in libc.a(*) or ./crt0.o(.text).
bool namesFile(StringRef Name) {
  const bool IsPattern = Name.find_first_of("*?[:") != StringRef::npos;
  return !IsPattern && Name.contains('.') &&
         (!Name.starts_with(".") || Name.starts_with("./") || Name.starts_with("../"));
}

class ScriptReader {
public:
  explicit ScriptReader(StringRef Text) : Tokens(Text) {}
  LinkerScript run();

private:
  void readKept(StringRef Token);
  void readSymbol(StringRef Token);
  bool readFile(StringRef Token);

  ScriptLexer Tokens;
  LinkerScript Script;
  StringRef Last;
  using List = std::vector<std::string>;
  List *Files = nullptr; ///< the list for the current INCLUDE, INPUT, ...; null outside
  unsigned FilesDepth = 0;
  List *Symbols = nullptr; ///< the list for names in parentheses after ENTRY or EXTERN
  unsigned KeepDepth = 0;  ///< 1 after KEEP, 2 in KEEP's parentheses, 3 in a list of sections
  bool KeepsAllFiles = false;
};

void ScriptReader::readKept(StringRef Token) {
  if (KeepDepth && Token == "(")
    ++KeepDepth;
  else if (KeepDepth && Token == ")")
    KeepDepth -= KeepDepth == 2 ? 2 : 1;
  else if (KeepDepth > 2)
    Script.Kept.push_back(Token.str());
  KeepsAllFiles &= Token != "EXCLUDE_FILE" && (KeepDepth != 2 || Token == "(" || Token == "*");
  if (KeepDepth > 2 && KeepsAllFiles && Token != "(" && Token != ")")
    Script.KeptOfAllFiles.push_back(Token.str());
}

void ScriptReader::readSymbol(StringRef Token) {
  if (!Files && Token == "(" && (Last == "ENTRY" || Last == "EXTERN"))
    Symbols = Last == "ENTRY" ? &Script.Entries : &Script.Undefined;
  else if (Token == ")")
    Symbols = nullptr;
  else if (Symbols && Token != ",")
    Symbols->push_back(Token.str());
}

/// True if the token belongs to a command that lists files, for example INCLUDE or INPUT.
bool ScriptReader::readFile(StringRef Token) {
  if (!Files) {
    Files = StringSwitch<List *>(Token)
                .Case("INCLUDE", &Script.Includes)
                .Cases("INPUT", "GROUP", "STARTUP", &Script.Inputs)
                .Case("SEARCH_DIR", &Script.SearchDirs)
                .Default(nullptr);
    return Files;
  }
  const bool IsInclude = Files == &Script.Includes;
  if (IsInclude ||
      (FilesDepth && Token != "(" && Token != ")" && Token != "," && Token != "AS_NEEDED"))
    Files->push_back(Token.str());
  FilesDepth += !IsInclude && Token == "(";
  FilesDepth -= FilesDepth && Token == ")";
  if (!FilesDepth) // ")" ended the list, or the command has no list
    Files = nullptr;
  return true;
}

LinkerScript ScriptReader::run() {
  for (StringRef Token = Tokens.next(); !Token.empty(); Last = Token, Token = Tokens.next()) {
    Script.CollectsKernels |= definesTable(Last, Token);
    readKept(Token);
    readSymbol(Token);
    if (!Files && Token == "(" && namesFile(Last))
      Script.SectionFiles.push_back(Last.str());
    if (readFile(Token))
      continue;
    forEachSymbol(Token, [&](StringRef Name) { Script.Words.insert(Name); });
    if (Token == "KEEP") {
      KeepDepth = 1;
      KeepsAllFiles = true;
    }
  }
  return std::move(Script);
}

} // namespace

LinkerScript LinkerScript::parse(StringRef Text) { return ScriptReader(Text).run(); }

} // namespace etprune
