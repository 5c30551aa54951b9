// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Script/LinkerScript.h"

#include "Link/Script/ScriptLexer.h"
#include "Object/RecordNames.h"
#include "Registry/TableRewrite.h"

using namespace llvm;

namespace etprune {

namespace {

/// Whether two tokens are, or begin, an assignment to the table's start; "x=y" is one token.
bool definesTable(StringRef Last, StringRef Token) {
  StringRef Rest = Last == TableStartSymbol                ? Token
                   : Token.consume_front(TableStartSymbol) ? Token
                                                           : StringRef();
  return Rest.starts_with("=") && !Rest.starts_with("==");
}

/// Whether a word before a parenthesis is a file's name, as in libc.a(*) or ./crt0.o(.text), and no
/// function's, no section's and no pattern.
bool namesFile(StringRef Name) {
  const bool IsPattern = Name.find_first_of("*?[:") != StringRef::npos;
  return !IsPattern && Name.contains('.') &&
         (!Name.starts_with(".") || Name.starts_with("./") || Name.starts_with("../"));
}

} // namespace

LinkerScript LinkerScript::parse(StringRef Text) {
  LinkerScript Script;
  ScriptLexer Tokens(Text);
  enum { Anything, Include, InputList, SearchDir } Mode = Anything;
  unsigned Depth = 0;
  unsigned KeepDepth = 0; // one behind KEEP, more in its parentheses: files, then sections
  bool KeepsAllFiles = false;
  std::vector<std::string> *Symbols = nullptr; // in the parentheses of ENTRY or EXTERN
  StringRef Last;
  for (StringRef Token = Tokens.next(); !Token.empty(); Last = Token, Token = Tokens.next()) {
    Script.CollectsKernels |= definesTable(Last, Token);
    if (KeepDepth && Token == "(")
      ++KeepDepth;
    else if (KeepDepth && Token == ")")
      KeepDepth -= KeepDepth == 2 ? 2 : 1;
    else if (KeepDepth > 2)
      Script.Kept.push_back(Token.str());
    KeepsAllFiles &= Token != "EXCLUDE_FILE" && (KeepDepth != 2 || Token == "(" || Token == "*");
    if (KeepDepth > 2 && KeepsAllFiles && Token != "(" && Token != ")")
      Script.KeptOfAllFiles.push_back(Token.str());
    if (Mode == Anything && Token == "(" && (Last == "ENTRY" || Last == "EXTERN"))
      Symbols = Last == "ENTRY" ? &Script.Entries : &Script.Undefined;
    else if (Token == ")")
      Symbols = nullptr;
    else if (Symbols && Token != ",")
      Symbols->push_back(Token.str());
    if (Token == "(" && Mode == Anything && namesFile(Last))
      Script.SectionFiles.push_back(Last.str());
    if (Mode == Include) {
      Script.Includes.push_back(Token.str());
      Mode = Anything;
      continue;
    }
    if (Mode != Anything) {
      if (Token == "(")
        ++Depth;
      else if (Token == ")")
        Mode = Depth <= 1 ? Anything : Mode, Depth -= Depth > 0;
      else if (Depth > 0 && Token != ")" && Token != "," && Token != "AS_NEEDED")
        (Mode == InputList ? Script.Inputs : Script.SearchDirs).push_back(Token.str());
      else if (Depth == 0) // no list follows after all
        Mode = Anything;
      continue;
    }
    if (Token == "INCLUDE")
      Mode = Include;
    else if (Token == "INPUT" || Token == "GROUP" || Token == "STARTUP")
      Mode = InputList;
    else if (Token == "SEARCH_DIR")
      Mode = SearchDir;
    else
      forEachSymbol(Token, [&](StringRef Name) { Script.Words.insert(Name); });
    if (Token == "KEEP") {
      KeepDepth = 1;
      KeepsAllFiles = true;
    }
  }
  return Script;
}

} // namespace etprune
