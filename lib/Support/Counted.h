// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers in messages and reports, as people write them.

#pragma once

#include "llvm/ADT/StringExtras.h"

namespace etprune {

/// "212,344".
inline std::string grouped(uint64_t Value) {
  std::string Digits = llvm::utostr(Value);
  for (size_t I = Digits.size(); I > 3; I -= 3)
    Digits.insert(I - 3, ",");
  return Digits;
}

/// "1 kernel", "2 kernels". The noun is one that takes an s.
inline std::string counted(uint64_t Number, llvm::StringRef Noun) {
  return grouped(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

} // namespace etprune
