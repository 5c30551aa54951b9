// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers as messages and reports have them: thousands separated, nouns in singular and plural,
// addresses in hexadecimal; and a comparison of address ranges that cannot wrap.

#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstdint>
#include <optional>
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

/// Reads "64K": bytes, decimal or hexadecimal, or K, KiB, M, MiB of them. None for other texts.
inline std::optional<uint64_t> parseSize(llvm::StringRef Text) {
  const unsigned Radix = Text.consume_front("0x") ? 16 : 10;
  const llvm::StringRef Number = Text.take_while([](char C) { return llvm::isHexDigit(C); });
  const unsigned Shift = llvm::StringSwitch<unsigned>(Text.drop_front(Number.size()))
                             .Case("", 0)
                             .Cases("K", "KiB", 10)
                             .Cases("M", "MiB", 20)
                             .Default(64);
  uint64_t Bytes;
  if (Shift == 64 || Number.getAsInteger(Radix, Bytes) || Bytes > UINT64_MAX >> Shift)
    return std::nullopt;
  return Bytes << Shift;
}

/// True where [Start, Start + Size) lies in [OuterStart, OuterStart + OuterSize).
inline bool containsRange(uint64_t OuterStart, uint64_t OuterSize, uint64_t Start, uint64_t Size) {
  return Start >= OuterStart && Size <= OuterSize && Start - OuterStart <= OuterSize - Size;
}

} // namespace etprune
