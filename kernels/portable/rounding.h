// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that round to integers: ceil, floor, trunc and round. The exponent tells which bits are
// the fraction. The loop clears these bits. To round away from zero, the loop first adds a number
// in which all these bits are set. One loop serves all dtypes of one size, without a math library.

#pragma once

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Floor rounds negative numbers away from zero, and Ceil rounds positive numbers away from zero.
/// Floor and Ceil round other numbers toward zero, and Trunc rounds all numbers toward zero.
/// Nearest rounds to the nearest integer, or to the even integer if two integers are equally near.
enum class Rounding : uint8_t { Floor, Ceil, Trunc, Nearest };

template <typename Bits> struct RoundingKernel : ElementwiseKernel {
  Bits one;
  /// The sign bit of the numbers that round away from zero: kTop for Floor, 0 for Ceil. For the
  /// other modes, `away` is 1, which differs from both values of the sign bit.
  Bits away;
  uint8_t fraction_bits;
};

template <typename Bits, bool is_nearest> void rounding_run(const ElementRun &run) {
  const auto &kernel = *static_cast<const RoundingKernel<Bits> *>(
      static_cast<const ElementwiseKernel *>(run.params));
  const Bits one = kernel.one;
  const Bits away = kernel.away;
  const unsigned fraction_bits = kernel.fraction_bits;
  const Bits all_fraction = static_cast<Bits>((Bits(1) << fraction_bits) - 1);
  constexpr Bits top = NumberBits<Bits>::kTop;
  map_run<Bits>(run, [=](Bits bits) {
    const Bits sign = bits & top;
    Bits size = bits ^ sign;
    if (size < one) {
      // The bits of 0.5 are one - all_fraction - 1. Thus size + all_fraction is at least `one` if
      // the number is above 0.5. The number 0.5 rounds to 0, because 0 is even.
      const bool is_one =
          is_nearest ? static_cast<Bits>(size + all_fraction) >= one : size != 0 && sign == away;
      return static_cast<Bits>(is_one ? sign | one : sign);
    }
    const unsigned exponent = static_cast<unsigned>((size - one) >> fraction_bits);
    if (exponent >= fraction_bits) // an integer, infinite or NaN
      return bits;
    const Bits fraction = static_cast<Bits>(all_fraction >> exponent);
    // The bit above the fraction is set if the integer part is odd. If the integer part is 1, this
    // bit is the lowest bit of the exponent, which is set because the exponent's bias is odd.
    if (is_nearest)
      size += static_cast<Bits>((fraction >> 1) + ((size & (fraction + 1)) != 0));
    else if (sign == away)
      size += fraction;
    return static_cast<Bits>(sign | (size & ~fraction));
  });
}

template <typename T, Rounding rounding> constexpr auto rounding_kernel() {
  using Number = NumberBits<T>;
  using Bits = typename Number::Bits;
  if constexpr (Number::kIsFloating)
    return RoundingKernel<Bits>{
        elementwise<T>(kUnaryOut, rounding_run < Bits, rounding == Rounding::Nearest >),
        Number::kOne,
        static_cast<Bits>(rounding == Rounding::Floor  ? Number::kTop
                          : rounding == Rounding::Ceil ? 0
                                                       : 1),
        kFractionBits<T>};
  else
    return elementwise<T>(kUnaryOut, keep_run);
}
template <typename T, Rounding rounding>
inline constexpr auto kRounding = rounding_kernel<T, rounding>();

} // namespace et::kernels::ET_KERNEL_LIBRARY
