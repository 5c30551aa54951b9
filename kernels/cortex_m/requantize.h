// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a 32-bit sum back to the integers of a quantised tensor: times a scale that is given as
// multiplier * 2^(shift - 31). It is rounded twice, first the product, then the shift to the right,
// as CMSIS-NN and the reference kernels of TensorFlow Lite do: results must have the same bits.
//
// Sums are uint32_t, which wraps around without undefined behaviour: a program can make any sum.
//
// Shifts and multipliers are checked before the first element, and masked where they are used: a
// damaged program may have its output lie over them.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr int32_t kLowestShift = -31;
constexpr int32_t kHighestShift = 30;

/// Arguments that requantize takes.
inline int32_t take_multiplier(Call &call, size_t index) { return call.integer(index, -INT32_MAX); }
inline int32_t take_shift(Call &call, size_t index) {
  return call.integer(index, kLowestShift, kHighestShift);
}

/// a * b / 2^31, rounded to nearest, ties upwards. Both being INT32_MIN, which CMSIS-NN saturates,
/// wraps around: multipliers are not INT32_MIN.
int32_t multiply_high(int32_t a, int32_t b);

/// value / 2^exponent, rounded to nearest, ties away from zero; `exponent` is in 0..31.
int32_t divide_by_power_of_two(int32_t value, uint32_t exponent);

/// `value` by that scale. A shift outside of its range gives some number.
int32_t requantize(uint32_t value, int32_t multiplier, int32_t shift);

/// A sum that wraps around as an element.
inline int8_t clamp(uint32_t sum, int32_t min, int32_t max) {
  int32_t value = static_cast<int32_t>(sum);
  value = value < min ? min : value;
  return static_cast<int8_t>(value > max ? max : value);
}

/// How the sums of an output's channels become its elements.
struct Requantization {
  const int32_t *bias; ///< what sums start from; null is 0
  const int32_t *multipliers;
  const int32_t *shifts;
  size_t step; ///< to the next channel's multiplier and shift: 0 where all have the same
  uint32_t offset;
  int32_t min;
  int32_t max;
  bool is_plain; ///< whether the short loop serves: see take

  /// Checks the multipliers and shifts of `count` channels, of which the step is 1; false where
  /// requantize does not take them. Chooses the loop, once for all sums: these are a bias and
  /// `products` products, each of a weight and an element plus `input_offset`.
  bool take(size_t count, size_t products, uint32_t input_offset);

  /// Goes on to another channel, which is the first one then.
  void skip(size_t channels);

  void start(uint32_t *sums, size_t count) const;
  void store(const uint32_t *sums, size_t count, int8_t *out) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
