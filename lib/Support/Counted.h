// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in messages and reports: thousands separated, nouns in singular and plural.

#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace etprune {

/// "212,344".
inline std::string grouped(uint64_t Value) { return llvm::formatv("{0:N}", Value).str(); }

/// "1 kernel", "2 kernels". The noun is one that takes an s.
inline std::string counted(uint64_t Number, llvm::StringRef Noun) {
  return grouped(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

} // namespace etprune
