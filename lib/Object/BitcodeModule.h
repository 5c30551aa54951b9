// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own reader of bitcode. It alone reads the contents of kernels' records, and the symbols of
// a file without a table of them.
//
// The reader expects a file that a compiler wrote; on another file it may crash. So it runs in a
// process of its own, and its results come back as data.

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

/// A variable that holds a kernel's record.
struct BitcodeRecord {
  /// A word that is an address.
  struct Word {
    uint64_t Offset = 0;
    std::string Symbol;
    bool IsLocal = false;
    bool IsDefined = false;
    std::string Contents; ///< of a variable that holds a string: its bytes
    int64_t Addend = 0;
  };
  std::string Section;
  uint64_t Size = 0;
  std::vector<Word> Words;
};

struct BitcodeContents {
  std::string Triple;
  std::vector<BitcodeSymbol> Symbols; ///< those that other objects see
  std::vector<BitcodeRecord> Records;
  std::string Assembly; ///< of the modules as such, outside every function
};

/// This process must have no other threads.
llvm::Expected<BitcodeContents> readBitcodeModules(llvm::StringRef Bitcode);

} // namespace etprune
