// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exp(x) for vectors, for x at most 0, as softmax needs it once the largest element is subtracted.
//
// With n = x / log(2) rounded to an integer and r = x - n log(2), |r| at most log(2) / 2,
// exp(x) = 2^n exp(r). exp(r) is the sum of r^k / k! up to the first term that is too small to
// count; log(2) is subtracted in two parts, the first with so few bits that its product with n is
// exact. The result is off by less than 2.5 units in the last place. Results below the smallest
// normal number are rounded as they should be, NaN stays NaN, and minus infinity gives 0.

#pragma once

#include "vector.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> struct ExponentialNumbers;
template <> struct ExponentialNumbers<float> {
  using Bits = uint32_t;
  static constexpr int kMantissa = 23;
  static constexpr uint32_t kBias = 127;
  static constexpr float kLogHigh = 0x1.63p-1F;
  static constexpr float kLogLow = -0x1.bd0106p-13F;
  static constexpr float kZero = -104; ///< from here on, the result is 0
  static constexpr uint32_t kRaise = 64;
  static constexpr float kLower = 0x1p-64F; ///< 2^-kRaise
  static constexpr int kTerms = 7;
};
template <> struct ExponentialNumbers<double> {
  using Bits = uint64_t;
  static constexpr int kMantissa = 52;
  static constexpr uint64_t kBias = 1023;
  static constexpr double kLogHigh = 0x1.62e42feep-1;
  static constexpr double kLogLow = 0x1.a39ef35793c76p-33;
  static constexpr double kZero = -746;
  static constexpr uint64_t kRaise = 128;
  static constexpr double kLower = 0x1p-128;
  static constexpr int kTerms = 13;
};

template <typename T> constexpr T inverse_factorial(int k) {
  T product = 1;
  for (int i = 2; i <= k; ++i)
    product *= i;
  return 1 / product;
}

/// The sum of r^i / (first + i)! for i below `count`, a power of two, as far as the terms go.
/// `powers` are r, r^2, r^4, ... Halves are summed apart (Estrin's scheme) because they do not wait
/// for each other.
template <typename T, int first, int count>
ET_ALWAYS_INLINE Vector<T> exponential_series(const Vector<T> *powers) {
  constexpr int half = count / 2;
  if constexpr (count == 1)
    return splat(inverse_factorial<T>(first));
  else if constexpr (first + half > ExponentialNumbers<T>::kTerms)
    return exponential_series<T, first, half>(powers);
  else
    return multiply_add(exponential_series<T, first + half, half>(powers),
                        powers[__builtin_ctz(half)], exponential_series<T, first, half>(powers));
}

template <typename T> ET_ALWAYS_INLINE Vector<T> exponential(Vector<T> x) {
  using Numbers = ExponentialNumbers<T>;
  using Bits = typename Numbers::Bits;
  x = x < Numbers::kZero ? splat(Numbers::kZero) : x;
  // Adding 1.5 * 2^mantissa rounds to an integer, which then stands in the low bits.
  constexpr T magic = T(3) * T(Bits(1) << (Numbers::kMantissa - 1));
  const Vector<T> shifted = multiply_add(x, splat(T(0x1.71547652b82fep+0)), splat(magic));
  const Vector<T> n = shifted - magic;
  Vector<T> r = multiply_add(n, splat(-Numbers::kLogHigh), x);
  r = multiply_add(n, splat(-Numbers::kLogLow), r);
  // 2^n by its bits; since n may be below the smallest exponent, 2^(n + raise), and the rest of it
  // last.
  constexpr Bits raise = Numbers::kBias + Numbers::kRaise;
  const Vector<T> power = bits_as<T>((bits_as<Bits>(shifted) + raise) << Numbers::kMantissa);
  const Vector<T> r2 = r * r, r4 = r2 * r2, powers[] = {r, r2, r4, r4 * r4};
  return exponential_series<T, 0, 16>(powers) * power * Numbers::kLower;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
