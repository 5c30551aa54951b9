// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of a dtype as bit patterns. Operators without arithmetic work on bits. Thus dtypes of
// one size share a loop, which gets different constants, and no element is converted.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// 0 for integers and Bool.
template <typename T> constexpr unsigned kFractionBits = 0;
template <> inline constexpr unsigned kFractionBits<Half> = 10;
template <> inline constexpr unsigned kFractionBits<BFloat16> = 7;
template <> inline constexpr unsigned kFractionBits<float> = 23;
template <> inline constexpr unsigned kFractionBits<double> = 52;

template <typename T> struct NumberBits {
  using Bits = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<sizeof(T) == 2, uint16_t,
                         std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  static constexpr bool kIsFloating = kFractionBits<T> != 0;
  static constexpr Bits kAll = static_cast<Bits>(~Bits(0));
  static constexpr Bits kTop = static_cast<Bits>(Bits(1) << (8 * sizeof(T) - 1));
  static constexpr Bits kFraction = static_cast<Bits>((Bits(1) << kFractionBits<T>)-1);
  /// The sign bit, set in negative numbers only; 0 for unsigned types.
  static constexpr Bits kSign = kIsFloating || std::is_signed_v<T> ? kTop : 0;
  /// All bits but the sign of a floating point number; all bits of an integer.
  static constexpr Bits kMagnitude = kIsFloating ? kTop - 1 : kAll;
  /// Magnitudes above kInfinity are NaNs.
  static constexpr Bits kInfinity = kMagnitude - kFraction;
  static constexpr Bits kOne = kIsFloating ? kInfinity / 2 & ~kFraction : 1;
  static constexpr Bits kMinusOne = kIsFloating ? kTop | kOne : kAll;
};

/// Copies contiguous elements of any dtype.
void keep_run(const ElementRun &run);

} // namespace et::kernels::ET_KERNEL_LIBRARY
