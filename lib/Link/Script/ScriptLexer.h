// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits linker scripts and version scripts into words, punctuation and quoted strings. In file
// names and patterns '-' and '*' are part of a word; in expressions they are operators.

#pragma once

#include "llvm/ADT/StringRef.h"

namespace etprune {

bool isSymbolChar(char C);

/// Calls Visit with every symbol in a text. Operators may join the symbols ("a-b", "x=y").
void forEachSymbol(llvm::StringRef Text, llvm::function_ref<void(llvm::StringRef)> Visit);

class ScriptLexer {
public:
  enum Language {
    LinkerScript, ///< file names and patterns
    Expressions,  ///< expressions of a linker script
    VersionScript
  };
  explicit ScriptLexer(llvm::StringRef Text, Language Which = LinkerScript)
      : Rest(Text), Which(Which) {}

  /// The next token; empty at the end. A quoted string is one token. Only `Expressions` keeps the
  /// quotes.
  llvm::StringRef next();
  bool wasQuoted() const { return Quoted; }
  /// True if a blank or the end of input follows the last token.
  bool atBlank() const { return Rest.empty() || llvm::StringRef(" \t\r\n").contains(Rest[0]); }

private:
  size_t wordSize() const;
  void skipBlanks();

  llvm::StringRef Rest;
  Language Which;
  bool Quoted = false;
};

} // namespace etprune
