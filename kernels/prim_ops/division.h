// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division as in Python: the quotient is rounded down, and the remainder has the divisor's sign.
// divide_integers returns false if the divisor is zero, or if the quotient is 2^63, which an
// int64_t cannot hold.

#pragma once

#include <cstdint>

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

bool divide_integers(int64_t a, int64_t b, int64_t &quotient, int64_t &remainder);

/// True if the remainder of a C division is not 0 and does not have the divisor's sign. In this
/// case, Python's quotient is smaller by 1, and Python's remainder is larger by the divisor.
inline bool is_beyond(double remainder, double divisor) {
  return remainder != 0 && (remainder < 0) != (divisor < 0);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
