// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::add.Scalar: a + b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool add_integers(int64_t a, int64_t b, int64_t &result) {
  return !__builtin_add_overflow(a, b, &result);
}

double add_reals(double a, double b) { return a + b; }

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, add.Scalar, "add.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, add_integers, add_reals);
}

} // namespace et::ET_KERNEL_LIBRARY
