// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arithmetic on address ranges that cannot wrap, and addresses as text.

#pragma once

#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <string>

namespace etprune {

/// "0x2000".
inline std::string hex(uint64_t Value) { return "0x" + llvm::utohexstr(Value, /*LowerCase=*/true); }

/// True where [Start, Start + Size) lies in [OuterStart, OuterStart + OuterSize).
inline bool containsRange(uint64_t OuterStart, uint64_t OuterSize, uint64_t Start, uint64_t Size) {
  return Start >= OuterStart && Size <= OuterSize && Start - OuterStart <= OuterSize - Size;
}

} // namespace etprune
