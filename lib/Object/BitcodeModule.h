// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs LLVM's own reader of bitcode. It reads the contents of kernels' records, and the symbols of
// a file without a symbol table. The reader may crash on a damaged file, so it runs in a child
// process, which returns the data.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

struct BitcodeSymbol {
  std::string Name;
  bool IsUndefined = false;
  bool IsWeak = false;
  bool IsCommon = false;
  llvm::GlobalValue::VisibilityTypes Visibility = llvm::GlobalValue::DefaultVisibility;
};

struct BitcodeRecord {
  struct Word {
    uint64_t Offset = 0;
    std::string Symbol;
    bool IsLocal = false;
    bool IsDefined = false;
    std::string Contents; ///< the bytes, if the word points to a string variable
    int64_t Addend = 0;
  };
  std::string Section;
  uint64_t Size = 0;
  std::vector<Word> Words;
};

struct BitcodeContents {
  std::string Triple;
  std::vector<BitcodeSymbol> Symbols; ///< symbols that other objects see
  std::vector<BitcodeRecord> Records;
  std::string Assembly; ///< module-level assembly, outside of every function
};

/// Reads a file's modules. The calling process must have only one thread, because it forks.
llvm::Expected<BitcodeContents> readBitcodeModules(llvm::StringRef Bitcode);

} // namespace etprune
