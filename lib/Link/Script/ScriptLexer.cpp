// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Script/ScriptLexer.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

bool isSymbolChar(char C) { return isAlnum(C) || StringRef("_.$").contains(C); }

void forEachSymbol(StringRef Text, function_ref<void(StringRef)> Visit) {
  while (!Text.empty()) {
    const StringRef Word = Text.take_while(isSymbolChar);
    if (!Word.empty() && !isDigit(Word[0]))
      Visit(Word);
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

StringRef ScriptLexer::next() {
  skipBlanks();
  // An empty token would mean the end of input, so skip empty strings.
  while (Which != Expressions && Rest.consume_front("\"\""))
    skipBlanks();
  Quoted = Rest.starts_with("\"");
  const size_t Size = Quoted ? std::min(Rest.find('"', 1), Rest.size() - 1) + 1 : wordSize();
  StringRef Token = Rest.take_front(std::max<size_t>(Size, 1));
  Rest = Rest.drop_front(Token.size());
  if (Quoted && Which != Expressions) {
    Token = Token.drop_front();
    Token.consume_back("\""); // the last quote may be missing
  }
  return Token;
}

size_t ScriptLexer::wordSize() const {
  const StringRef More = Which == LinkerScript  ? "_.$/\\~=+-:[]*?"
                         : Which == Expressions ? "_.$"
                                                : "_.$-[]*?!^\\@";
  if (Which == Expressions && (Rest.starts_with("<<") || Rest.starts_with(">>")))
    return 2;
  size_t Size = 0;
  while (Size < Rest.size()) {
    if (isAlnum(Rest[Size]) || More.contains(Rest[Size]))
      ++Size;
    else if (Which == VersionScript && Rest.substr(Size).starts_with("::"))
      Size += 2; // "::" is part of a C++ name; ":" ends a label
    else
      break;
  }
  return Size;
}

void ScriptLexer::skipBlanks() {
  while (true) {
    Rest = Rest.ltrim();
    StringRef End;
    if (Rest.starts_with("/*"))
      End = "*/";
    else if (Which != LinkerScript && Rest.starts_with("#"))
      End = "\n";
    else
      return;
    const size_t At = Rest.find(End, End.size());
    Rest = At == StringRef::npos ? StringRef() : Rest.drop_front(At + End.size());
  }
}

} // namespace etprune
