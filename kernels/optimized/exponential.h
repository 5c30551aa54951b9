// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of vectors: exp(x), exp(x) - 1, the logistic function, tanh, the logarithm, and the
// upper tail of the normal distribution. docs/decisions.md says why no library of vector functions
// is used.
//
// Let n be x / log(2), rounded to an integer, and r = x - n log(2). Then |r| is at most log(2) / 2,
// and exp(x) = 2^n exp(r). exp(r) is the sum of r^k / k!, without the terms that are too small to
// matter. n log(2) is subtracted in two parts. The first part of log(2) has so few bits that its
// product with n is exact. The error is below 2.5 units in the last place, also for subnormal
// results. NaN stays NaN, and minus infinity gives 0.

#pragma once

#include "../common/vector.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> struct ExponentialNumbers;
template <> struct ExponentialNumbers<float> {
  using Bits = uint32_t;
  static constexpr int kMantissa = 23;
  static constexpr uint32_t kBias = 127;
  static constexpr float kLogHigh = 0x1.63p-1F;
  static constexpr float kLogLow = -0x1.bd0106p-13F;
  static constexpr float kZero = -104;      ///< exp(x) is 0 for x below
  static constexpr float kInfinite = 89;    ///< exp(x) is infinite for x above
  static constexpr uint32_t kRaise = 64;    ///< see exponential()
  static constexpr float kLower = 0x1p-64F; ///< 2^-kRaise
  static constexpr int kTerms = 7;
  static constexpr int kLogTerms = 5;
};
template <> struct ExponentialNumbers<double> {
  using Bits = uint64_t;
  static constexpr int kMantissa = 52;
  static constexpr uint64_t kBias = 1023;
  static constexpr double kLogHigh = 0x1.62e42feep-1;
  static constexpr double kLogLow = 0x1.a39ef35793c76p-33;
  static constexpr double kZero = -746;
  static constexpr double kInfinite = 710;
  static constexpr uint64_t kRaise = 128;
  static constexpr double kLower = 0x1p-128;
  static constexpr int kTerms = 13;
  static constexpr int kLogTerms = 11;
};

template <typename T> constexpr T inverse_factorial(int k) {
  T product = 1;
  for (int i = 2; i <= k; ++i)
    product *= static_cast<T>(i);
  return 1 / product;
}

/// The sum of r^i / (first + i)! for i < count and first + i <= kTerms. `count` is a power of two,
/// and `powers` are r, r^2, r^4, ... The two halves of the sum are independent (Estrin's scheme),
/// so that the processor can compute them at the same time.
template <typename V, int first, int count> ET_ALWAYS_INLINE V exponential_series(const V *powers) {
  using T = NumberOf<V>;
  constexpr int half = count / 2;
  if constexpr (count == 1)
    return splat_as<V>(inverse_factorial<T>(first));
  else if constexpr (first + half > ExponentialNumbers<T>::kTerms)
    return exponential_series<V, first, half>(powers);
  else
    return multiply_add(exponential_series<V, first + half, half>(powers),
                        powers[__builtin_ctz(half)], exponential_series<V, first, half>(powers));
}

/// x = n log(2) + r, with an integer n in the low bits of `bits`. The high bits have no meaning;
/// power() shifts them out.
template <typename V> struct Reduced {
  using Bits = typename ExponentialNumbers<NumberOf<V>>::Bits;
  Vector<Bits, sizeof(V)> bits = {};
  V r = {};

  ET_ALWAYS_INLINE explicit Reduced(V x) {
    using T = NumberOf<V>;
    using Numbers = ExponentialNumbers<T>;
    // Adding 1.5 * 2^mantissa rounds x / log(2) to an integer, which is then in the low bits.
    constexpr T magic = T(3) * T(Bits(1) << (Numbers::kMantissa - 1));
    const V shifted = multiply_add(x, splat_as<V>(T(0x1.71547652b82fep+0)), splat_as<V>(magic));
    const V n = shifted - magic;
    r = multiply_add(n, splat_as<V>(-Numbers::kLogHigh), x);
    r = multiply_add(n, splat_as<V>(-Numbers::kLogLow), r);
    bits = bits_as<Bits>(shifted);
  }

  template <int first> ET_ALWAYS_INLINE V series() const {
    const V r2 = r * r, r4 = r2 * r2, powers[] = {r, r2, r4, r4 * r4};
    return exponential_series<V, first, 16>(powers);
  }
  /// Returns 2^(n + raise), which must be a normal number.
  ET_ALWAYS_INLINE V power(Bits raise) const {
    using Numbers = ExponentialNumbers<NumberOf<V>>;
    return bits_as<NumberOf<V>>((bits + (Numbers::kBias + raise)) << Numbers::kMantissa);
  }
};

/// exp(x) for x <= 0, as in softmax. 2^n may be subnormal, and power() cannot return subnormal
/// numbers. So exp(r) is multiplied by 2^(n + kRaise), and then by the constant 2^-kRaise.
template <typename T, typename V> ET_ALWAYS_INLINE V exponential(V x) {
  using Numbers = ExponentialNumbers<T>;
  x = x < Numbers::kZero ? splat_as<V>(Numbers::kZero) : x;
  const Reduced<V> reduced(x);
  return reduced.template series<0>() * reduced.power(Numbers::kRaise) * Numbers::kLower;
}

/// exp(x) for any x. 2^n may be too large or too small for power(). So exp(r) is multiplied by two
/// factors: 2^(n - kRaise) and 2^kRaise for x > 0, otherwise 2^(n + kRaise) and 2^-kRaise.
template <typename V> ET_ALWAYS_INLINE V exponential_of_any(V x) {
  using T = NumberOf<V>;
  using Numbers = ExponentialNumbers<T>;
  const V limited = x > Numbers::kInfinite ? splat_as<V>(Numbers::kInfinite) : x;
  const auto is_large = limited > 0;
  const V raise = is_large ? splat_as<V>(1 / Numbers::kLower) : splat_as<V>(Numbers::kLower);
  const V low = limited < Numbers::kZero ? splat_as<V>(Numbers::kZero) : limited;
  const Reduced<V> reduced(low);
  const V power = is_large ? reduced.power(-Numbers::kRaise) : reduced.power(Numbers::kRaise);
  return reduced.template series<0>() * power * raise;
}

/// exp(x) - 1 for x <= 0, precise near 0.
template <typename V> ET_ALWAYS_INLINE V exponential_less_one(V x) {
  using T = NumberOf<V>;
  x = x < -64 ? splat_as<V>(-64) : x; // the result is -1 below -64
  const Reduced<V> reduced(x);
  const V power = reduced.power(0);
  return multiply_add(reduced.template series<1>() * power, reduced.r, power - T(1));
}

template <typename V> ET_ALWAYS_INLINE V magnitude_of(V x) {
  using Bits = typename ExponentialNumbers<NumberOf<V>>::Bits;
  return bits_as<NumberOf<V>>(bits_as<Bits>(x) & (~Bits(0) >> 1));
}
template <typename V> ET_ALWAYS_INLINE V with_sign(V number, V sign) {
  using Bits = typename ExponentialNumbers<NumberOf<V>>::Bits;
  constexpr Bits sign_bit = ~(~Bits(0) >> 1);
  return bits_as<NumberOf<V>>((bits_as<Bits>(number) & ~sign_bit) |
                              (bits_as<Bits>(sign) & sign_bit));
}

template <typename V> ET_ALWAYS_INLINE V logistic(V x) {
  using T = NumberOf<V>;
  const V power = exponential<T>(-magnitude_of(x));
  const V numerator = x < 0 ? power : splat_as<V>(1);
  return numerator / (power + T(1));
}

template <typename V> ET_ALWAYS_INLINE V hyperbolic_tangent(V x) {
  using T = NumberOf<V>;
  const V less = exponential_less_one(magnitude_of(x) * T(-2));
  return with_sign(-less / (less + T(2)), x);
}

template <typename V, size_t count> ET_ALWAYS_INLINE V polynomial(V x, const float (&c)[count]) {
  V sum = splat_as<V>(c[count - 1]);
  for (size_t i = count - 1; i-- != 0;)
    sum = multiply_add(sum, x, splat_as<V>(c[i]));
  return sum;
}

/// The probability that a normally distributed number exceeds `a`, which must not be negative. A
/// fitted polynomial computes the base-2 logarithm of the probability. Another polynomial computes
/// 2 to the power of the logarithm's fraction. The absolute error is below 2e-7. For `a` above 5.7
/// the result is 0.
template <typename V> ET_ALWAYS_INLINE V normal_tail(V a) {
  using Numbers = ExponentialNumbers<float>;
  constexpr float logarithms[] = {
      -0.9999998807907104F,    -1.151110291481018F,     -0.45916077494621277F,
      -0.052657343447208405F,  0.0073204985819756985F,  -0.00034949553082697093F,
      -9.321627294411883e-05F, 1.9153103494318202e-05F, -1.1270259392404114e-06F};
  constexpr float powers[] = {1.0000001192092896F,  0.6931469440460205F,   0.24022120237350464F,
                              0.05550713092088699F, 0.009675540961325169F, 0.001327647129073739F};
  // As in Reduced, adding `magic` rounds a number to an integer in the low bits. This `magic` also
  // adds the exponent's bias, so that a shift makes the integer an exponent.
  constexpr float magic = 3 * static_cast<float>(1 << (Numbers::kMantissa - 1)) + Numbers::kBias;
  const V x = polynomial(a, logarithms);
  const V shifted = x + magic;
  const V power = bits_as<float>(bits_as<uint32_t>(shifted) << Numbers::kMantissa);
  const V probability = polynomial(x - (shifted - magic), powers) * power;
  return a > 5.7F ? V{} : probability;
}

/// log(x), for a finite x of 1 or more, or NaN. Let x = 2^n m with m near 1, and let
/// f = (m - 1) / (m + 1). Then log(x) is n log(2) + log(m), and log(m) is
/// 2 (f + f^3 / 3 + f^5 / 5 + ...).
template <typename V> ET_ALWAYS_INLINE V logarithm(V x) {
  using T = NumberOf<V>;
  using Numbers = ExponentialNumbers<T>;
  using Bits = typename Numbers::Bits;
  constexpr Bits whole = (Numbers::kBias + Numbers::kMantissa) << Numbers::kMantissa;
  // kLogTerms terms suffice only for m in [0.7, 1.42]. So if the mantissa is sqrt(2) or more, n is
  // the exponent plus 1.
  constexpr Bits up = Bits(T(0.41421356) * T(Bits(1) << Numbers::kMantissa));
  const auto shifted = bits_as<Bits>(x) + ((Bits(1) << Numbers::kMantissa) - up);
  const auto exponent = (shifted >> Numbers::kMantissa) - Numbers::kBias;
  const V n = bits_as<T>(exponent + whole) - T(Bits(1) << Numbers::kMantissa);
  const V m = bits_as<T>(bits_as<Bits>(x) - (exponent << Numbers::kMantissa));
  const V f = (m - T(1)) / (m + T(1)), f2 = f * f;
  V sum = splat_as<V>(T(1) / (2 * Numbers::kLogTerms + 1));
  for (int k = Numbers::kLogTerms - 1; k >= 0; --k)
    sum = multiply_add(sum, f2, splat_as<V>(T(1) / static_cast<T>(2 * k + 1)));
  const V log = multiply_add(n, splat_as<V>(T(0.69314718055994530942)), T(2) * f * sum);
  return log + (x - x); // Keeps NaN.
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
