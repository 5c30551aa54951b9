// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::floordiv.Scalar and floordiv.int: a / b, rounded down.

#include <cmath>

#include "division.h"
#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

bool divide_down(int64_t a, int64_t b, int64_t &result) {
  int64_t remainder;
  return divide_integers(a, b, result, remainder);
}

/// a / b may be rounded up to an integer, so the exact remainder is subtracted first.
double divide_reals_down(double a, double b) {
  if (b == 0)
    return a / b;
  const double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (is_beyond(remainder, b))
    quotient -= 1;
  if (quotient == 0)
    return std::copysign(0.0, a / b);
  // The exact quotient is an integer. A rounding error is possible, so take the nearest integer.
  const double below = std::floor(quotient);
  return quotient - below > 0.5 ? below + 1 : below;
}

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, floordiv.Scalar,
                   "floordiv.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, divide_down, divide_reals_down);
}

ET_FALLBACK_KERNEL(executorch_prim, floordiv.int, "floordiv.int(int a, int b) -> int") {
  integer_arithmetic(context, args, divide_down);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
