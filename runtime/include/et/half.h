// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IEEE 754 binary16, the element type of Half tensors. The conversions compute with the bits,
// because not every compiler has a built-in type for binary16. Arithmetic happens in float. A Half
// converts to float implicitly; the explicit conversion back rounds to nearest, ties to even. The
// conversions are not inlined, because kernels use them in every expression and code size counts.

#pragma once

#include <cstdint>
#include <cstring>

namespace et {

namespace detail {

/// Returns `value` / 2^shift, rounded to nearest, ties to even; `shift` is in 1..24.
constexpr uint32_t shift_right_rounded(uint32_t value, unsigned shift) {
  return (value + (uint32_t(1) << (shift - 1)) - 1 + ((value >> shift) & 1)) >> shift;
}

__attribute__((noinline)) inline uint16_t float_to_half_bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint32_t sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  uint32_t result;
  if (bits > 0x7f800000)
    result = 0x7e00; // NaN
  else if (bits >= 0x47800000)
    result = 0x7c00; // numbers from 2^16 on become infinity
  else if (bits >= 0x38800000)
    result = shift_right_rounded(bits - 0x38000000, 13); // may round up to infinity
  else if (bits >= 0x33000000)
    // Below 2^-14 a Half is subnormal, a multiple of 2^-24; below 2^-25 it is 0.
    result = shift_right_rounded((bits & 0x7fffff) | 0x800000, 126 - (bits >> 23));
  else
    result = 0;
  return static_cast<uint16_t>(sign | result);
}

__attribute__((noinline)) inline float half_bits_to_float(uint16_t half) {
  uint32_t sign = uint32_t(half & 0x8000) << 16;
  uint32_t exponent = half >> 10 & 0x1f;
  uint32_t bits = uint32_t(half & 0x3ff) << 13;
  if (exponent == 0x1f) {
    bits |= 0x7f800000;
  } else if (exponent != 0) {
    bits += (exponent + 112) << 23;
  } else if (bits != 0) {
    // A subnormal Half is a normal float: shift its highest bit to the implicit bit of a float.
    unsigned shift = static_cast<unsigned>(__builtin_clz(bits)) - 8;
    bits = ((bits << shift) & 0x7fffff) | (113 - shift) << 23;
  }
  bits |= sign;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

} // namespace detail

struct Half {
  uint16_t bits;

  Half() = default;
  explicit Half(float value) : bits(detail::float_to_half_bits(value)) {}
  operator float() const { return detail::half_bits_to_float(bits); }
};

static_assert(sizeof(Half) == 2, "an element of a Half tensor has two bytes");

} // namespace et
