// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bits of the numbers of a dtype. Operators such as neg, abs and sign work on these bits. No
// element is converted, and dtypes of the same size share a loop. Only the constants that the loop
// gets depend on the dtype.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The number of fraction bits in a floating point number; 0 for integers and Bool.
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
