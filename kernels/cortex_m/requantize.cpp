// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See requantize.h.

#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

int32_t multiply_high(int32_t a, int32_t b) {
  return static_cast<int32_t>((int64_t(a) * b + (int64_t(1) << 30)) >> 31);
}

int32_t divide_by_power_of_two(int32_t value, uint32_t exponent) {
  uint32_t mask = (uint32_t(1) << exponent) - 1;
  uint32_t rest = static_cast<uint32_t>(value) & mask;
  return (value >> exponent) + (rest > (mask >> 1) + (value < 0));
}

// The masks keep this defined for a program that has its output lie over its shifts.
int32_t requantize(uint32_t value, int32_t multiplier, int32_t shift) {
  uint32_t left = shift > 0 ? static_cast<uint32_t>(shift) & 31 : 0;
  uint32_t right = shift < 0 ? -static_cast<uint32_t>(shift) & 31 : 0;
  return divide_by_power_of_two(multiply_high(static_cast<int32_t>(value << left), multiplier),
                                right);
}

void Requantization::store(const uint32_t *sums, size_t count, size_t channel, int8_t *out) const {
  const int32_t *multiplier = multipliers + channel * step;
  const int32_t *shift = shifts + channel * step;
  for (; count != 0; --count) {
    uint32_t value = static_cast<uint32_t>(requantize(*sums++, *multiplier, *shift));
    *out++ = clamp(value + offset, min, max);
    multiplier += step;
    shift += step;
  }
}

bool are_valid(const int32_t *multipliers, const int32_t *shifts, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (multipliers[i] == INT32_MIN || shifts[i] < kLowestShift || shifts[i] > kHighestShift)
      return false;
  return true;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
