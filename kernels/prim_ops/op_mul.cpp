// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::mul.Scalar: a * b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool mul_integers(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_mul_overflow(a, b, &result);
}

double mul_reals(double a, double b) { return a * b; }

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, mul.Scalar, "mul.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, mul_integers, mul_reals);
}

} // namespace et::ET_KERNEL_LIBRARY
