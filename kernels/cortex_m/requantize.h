// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a 32-bit sum back to a quantised integer: multiplies the sum by the scale, multiplier *
// 2^(shift - 31), and adds `offset`. Results must equal those of CMSIS-NN and of TensorFlow Lite's
// reference kernels. So the code rounds twice: after the multiplication, and after the right shift.
//
// Sums are uint32_t, because a program can produce any sum, and signed overflow is undefined. A
// kernel checks shifts and multipliers before it writes the first element. A malformed program may
// let its output overwrite the shifts after this check. Therefore the C++ code also masks the
// shifts. The assembly needs no masks, because Arm's shifts are defined for all numbers.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr int32_t kLowestShift = -31;
constexpr int32_t kHighestShift = 30;

inline int32_t take_multiplier(Call &call, size_t index) { return call.integer(index, -INT32_MAX); }
inline int32_t take_shift(Call &call, size_t index) {
  return call.integer(index, kLowestShift, kHighestShift);
}

/// a * b / 2^31, rounded to nearest, ties upwards. If a and b are INT32_MIN, the result wraps
/// around. CMSIS-NN saturates, but no kernel passes a multiplier of INT32_MIN.
int32_t multiply_high(int32_t a, int32_t b);

/// value / 2^exponent, rounded to nearest, ties away from zero; `exponent` is in 0..31.
int32_t divide_by_power_of_two(int32_t value, uint32_t exponent);

/// If `shift` is not in kLowestShift..kHighestShift, the result is an arbitrary number.
int32_t requantize(uint32_t value, int32_t multiplier, int32_t shift);

inline int8_t clamp(uint32_t sum, int32_t min, int32_t max) {
  int32_t value = static_cast<int32_t>(sum);
  value = value < min ? min : value;
  return static_cast<int8_t>(value > max ? max : value);
}

struct Requantization {
  const int32_t *bias; ///< initial values of sums; null means 0
  const int32_t *multipliers;
  const int32_t *shifts;
  size_t step; ///< 1: each channel has a multiplier and a shift; 0: all channels share them
  uint32_t offset;
  int32_t min;
  int32_t max;
  bool is_plain; ///< store() may use its shorter loop; take() sets this

  /// Checks the multipliers and shifts of `count` channels, and sets `step` to 1. Returns false if
  /// requantize cannot use these numbers. Also sets is_plain: the shorter loop needs small sums. A
  /// sum is the bias plus `products` products, each weight * (element + input_offset).
  bool take(size_t count, size_t products, uint32_t input_offset);

  void skip(size_t channels);

  void start(uint32_t *sums, size_t count) const;
  void store(const uint32_t *sums, size_t count, int8_t *out) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
