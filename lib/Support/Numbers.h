// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as messages and reports have them: thousands separated, nouns in singular and plural,
// addresses in hexadecimal; and a comparison of address ranges that cannot wrap.

#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstdint>
#include <string>

namespace etprune {

/// "212,344".
inline std::string grouped(uint64_t Value) { return llvm::formatv("{0:N}", Value).str(); }

/// "1 kernel", "2 kernels". The noun is one that takes an s.
inline std::string counted(uint64_t Number, llvm::StringRef Noun) {
  return grouped(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

/// "0x2000".
inline std::string hex(uint64_t Value) { return "0x" + llvm::utohexstr(Value, /*LowerCase=*/true); }

/// True where [Start, Start + Size) lies in [OuterStart, OuterStart + OuterSize).
inline bool containsRange(uint64_t OuterStart, uint64_t OuterSize, uint64_t Start, uint64_t Size) {
  return Start >= OuterStart && Size <= OuterSize && Start - OuterStart <= OuterSize - Size;
}

} // namespace etprune
