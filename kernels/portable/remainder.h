// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small functions that divide integers, and compute the exact remainder of floating point numbers.
// The functions of compilers and C libraries are large: on a Cortex-M4, a 64-bit division takes 700
// bytes, and fmod() of doubles takes 870 bytes. A floating point remainder is computed with
// integers: the significands of the two numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "number_bits.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename Word> struct QuotientAndRest {
  Word quotient;
  Word rest;
};

/// The word must not be 0.
template <typename Word> unsigned leading_zeros(Word word) {
  static_assert(sizeof(Word) == 4 || sizeof(Word) == 8);
  // __builtin_clzl() also counts the unused upper bits of a long that is larger than the word.
  constexpr unsigned kUnusedBits = 8 * (sizeof(long) - sizeof(Word));
  if constexpr (sizeof(Word) == 8)
    return static_cast<unsigned>(__builtin_clzll(word));
  else
    return static_cast<unsigned>(__builtin_clzl(word)) - kUnusedBits;
}

/// Long division, one quotient bit at a time; `b` must not be 0.
template <typename Word> [[gnu::noinline]] QuotientAndRest<Word> divide_by_bits(Word a, Word b) {
  Word quotient = 0;
  if (a < b)
    return {quotient, a};
  unsigned bits = leading_zeros(b) - leading_zeros(a);
  Word part = b << bits;
  do {
    quotient <<= 1;
    if (a >= part) {
      a -= part;
      quotient |= 1;
    }
    part >>= 1;
  } while (bits-- != 0);
  return {quotient, a};
}

template <typename Word> QuotientAndRest<Word> divide_words(Word a, Word b) {
  if constexpr (sizeof(Word) > sizeof(size_t))
    return divide_by_bits(a, b);
  else
    return {a / b, a % b};
}

/// Divides signed words toward zero; `b` must not be 0. Overflow wraps around.
template <typename T> QuotientAndRest<T> divide_integers(T a, T b) {
  using Word = std::make_unsigned_t<T>;
  if constexpr (sizeof(T) <= sizeof(size_t))
    return b == -1 ? QuotientAndRest<T>{static_cast<T>(0 - static_cast<Word>(a)), 0}
                   : QuotientAndRest<T>{a / b, a % b};
  const auto magnitude = [](T value) {
    return value < 0 ? Word(0) - static_cast<Word>(value) : static_cast<Word>(value);
  };
  const QuotientAndRest<Word> division = divide_words(magnitude(a), magnitude(b));
  return {static_cast<T>((a < 0) != (b < 0) ? 0 - division.quotient : division.quotient),
          static_cast<T>(a < 0 ? 0 - division.rest : division.rest)};
}

/// The result has the sign of a.
template <typename T> [[gnu::noinline]] T fmod_by_bits(T a, T b) {
  using Number = NumberBits<T>;
  using Word = typename Number::Bits;
  Word left, right;
  std::memcpy(&left, &a, sizeof(a));
  std::memcpy(&right, &b, sizeof(b));
  const Word sign = left & Number::kSign;
  left &= Number::kMagnitude;
  right &= Number::kMagnitude;
  if (right == 0 || right > Number::kInfinity || left >= Number::kInfinity)
    return std::numeric_limits<T>::quiet_NaN();
  if (left < right)
    return a;
  // Subnormal numbers have the same exponent as the smallest normal numbers, and no implicit bit.
  const auto exponent = [](Word bits) {
    const Word high = bits >> kFractionBits<T>;
    return high == 0 ? 1 : static_cast<unsigned>(high);
  };
  constexpr Word top = Number::kFraction + 1;
  const auto fraction = [](Word bits) {
    return bits < top ? bits : (bits & Number::kFraction) | top;
  };
  unsigned last = exponent(right);
  unsigned steps = exponent(left) - last;
  const Word divisor = fraction(right);
  Word rest = fraction(left);
  for (;;) {
    rest = divide_words(rest, divisor).rest;
    if (steps == 0 || rest == 0)
      break;
    // The rest is less than the divisor, so the shift loses no bits.
    const unsigned room = leading_zeros(divisor);
    const unsigned some = steps < room ? steps : room;
    rest <<= some;
    steps -= some;
  }
  while (rest < top && last > 1 && rest != 0) {
    rest <<= 1;
    --last;
  }
  // The implicit bit of `rest` already adds 1 to the exponent field, so only last - 1 is added.
  if (rest != 0)
    rest += static_cast<Word>(last - 1) << kFractionBits<T>;
  rest |= sign;
  T result;
  std::memcpy(&result, &rest, sizeof(result));
  return result;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
