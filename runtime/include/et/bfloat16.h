// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16, the element type of BFloat16 tensors: the upper half of a float. Arithmetic happens in
// float, as for Half. A BFloat16 converts to float implicitly; the explicit conversion back rounds
// to nearest, ties to even.

#pragma once

#include <cstdint>
#include <cstring>

namespace et {

struct BFloat16 {
  uint16_t bits;

  BFloat16() = default;
  explicit BFloat16(float value) : bits(rounded_bits(value)) {}
  operator float() const {
    uint32_t word = uint32_t(bits) << 16;
    float value;
    std::memcpy(&value, &word, sizeof(value));
    return value;
  }

private:
  static uint16_t rounded_bits(float value) {
    uint32_t word;
    std::memcpy(&word, &value, sizeof(word));
    if ((word & 0x7fffffff) > 0x7f800000)
      return 0x7fc0; // NaN. The rounding below could carry from the mantissa into the sign.
    return static_cast<uint16_t>((word + 0x7fff + (word >> 16 & 1)) >> 16);
  }
};

static_assert(sizeof(BFloat16) == 2, "an element of a BFloat16 tensor has two bytes");

} // namespace et
