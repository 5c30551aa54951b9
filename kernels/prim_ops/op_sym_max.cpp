// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_max.Scalar: the larger of two numbers; a if they are equal or one is NaN, as
// in Python.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool max_integer(int64_t a, int64_t b, int64_t &result) {
  result = b > a ? b : a;
  return true;
}

double max_real(double a, double b) { return b > a ? b : a; }

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, sym_max.Scalar,
                   "sym_max.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, max_integer, max_real);
}

} // namespace et::ET_KERNEL_LIBRARY
