// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::mod.Scalar and mod.int: a - b * floor(a / b), which has the sign of b.

#include <cmath>

#include "division.h"
#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

bool remainder_of(int64_t a, int64_t b, int64_t &result) {
  int64_t quotient;
  return divide_integers(a, b, quotient, result);
}

double remainder_of_reals(double a, double b) {
  const double remainder = std::fmod(a, b);
  if (remainder == 0)
    return std::copysign(0.0, b);
  return is_beyond(remainder, b) ? remainder + b : remainder;
}

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, mod.Scalar, "mod.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, remainder_of, remainder_of_reals);
}

ET_FALLBACK_KERNEL(executorch_prim, mod.int, "mod.int(int a, int b) -> int") {
  integer_arithmetic(context, args, remainder_of);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
