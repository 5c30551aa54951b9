// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the numbers of a dtype look like as bits. Operators that need no arithmetic work on these:
// dtypes of one size then share a loop, whose constants differ, and no element is converted.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The bits of a floating point number's fraction; 0 for integers and Bool.
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
  /// What negative numbers have set, and others do not.
  static constexpr Bits kSign = kIsFloating || std::is_signed_v<T> ? kTop : 0;
  /// The rest of a floating point number, a whole integer.
  static constexpr Bits kMagnitude = kIsFloating ? kTop - 1 : kAll;
  /// Above it are NaNs.
  static constexpr Bits kInfinity = kMagnitude - kFraction;
  static constexpr Bits kOne = kIsFloating ? kInfinity / 2 & ~kFraction : 1;
  static constexpr Bits kMinusOne = kIsFloating ? kTop | kOne : kAll;
};

/// Copies elements that lie side by side, of any dtype: all that some operators do to integers.
void keep_run(const ElementRun &run);

} // namespace et::kernels::ET_KERNEL_LIBRARY
