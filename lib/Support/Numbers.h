// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Formats numbers for messages and reports.

#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstdint>
#include <optional>
#include <string>

namespace etprune {

inline std::string grouped(uint64_t Value) { return llvm::formatv("{0:N}", Value).str(); }

/// The noun's plural must end with s.
inline std::string counted(uint64_t Number, llvm::StringRef Noun) {
  return grouped(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

inline std::string hex(uint64_t Value) { return "0x" + llvm::utohexstr(Value, /*LowerCase=*/true); }

/// Reads a decimal or hexadecimal size, in bytes or with the unit K, KiB, M or MiB: "64K", "0x400".
/// Returns nullopt for any other text.
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

inline bool containsRange(uint64_t OuterStart, uint64_t OuterSize, uint64_t Start, uint64_t Size) {
  return Start >= OuterStart && Size <= OuterSize && Start - OuterStart <= OuterSize - Size;
}

} // namespace etprune
