// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division as Python has it: the quotient is rounded down, and the remainder has the divisor's
// sign. Where an integer has no quotient, by zero or because it would be 2^63, the functions return
// false.

#pragma once

#include <cstdint>

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

bool divide_integers(int64_t a, int64_t b, int64_t &quotient, int64_t &remainder);

/// A remainder of C's fmod() instead of one of this kind: whether there is a difference.
inline bool is_beyond(double remainder, double divisor) {
  return remainder != 0 && (remainder < 0) != (divisor < 0);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
