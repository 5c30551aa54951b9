// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sub.Scalar: a - b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool sub_integers(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_sub_overflow(a, b, &result);
}

double sub_reals(double a, double b) { return a - b; }

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, sub.Scalar, "sub.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, sub_integers, sub_reals);
}

} // namespace et::ET_KERNEL_LIBRARY
