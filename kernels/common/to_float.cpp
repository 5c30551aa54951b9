// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See to_float.h. Cores with an FPU convert 32 bits in one instruction. For 64 bits, compilers call
// a function of libgcc. This function would add 700 bytes to the image, because the function calls
// the software addition of floats.

#include "to_float.h"

#include <cstring>

namespace et::kernels {

float round_to_float(int64_t value) {
#if __SIZEOF_POINTER__ >= 8
  return static_cast<float>(value);
#else
  // Shift to 32 bits and round to odd: a 1 that is shifted out sets the lowest bit. The 32 bits
  // then round to the same float as the 64 bits.
  uint64_t bits = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  uint32_t exponent = 127;
  if (bits >> 32 != 0) {
    const unsigned shift = 32 - static_cast<unsigned>(__builtin_clz(uint32_t(bits >> 32)));
    const bool rest = bits << (64 - shift) != 0;
    bits = bits >> shift | rest;
    exponent += shift;
  }
  const uint32_t scale_bits = exponent << 23;
  float scale;
  std::memcpy(&scale, &scale_bits, sizeof(scale));
  const float result = static_cast<float>(static_cast<uint32_t>(bits)) * scale;
  return value < 0 ? -result : result;
#endif
}

} // namespace et::kernels
