// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_min.Scalar: the smaller of two numbers; a if they are equal or one is NaN,
// as in Python.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool min_integer(int64_t a, int64_t b, int64_t &result) {
  result = b < a ? b : a;
  return true;
}

double min_real(double a, double b) { return b < a ? b : a; }

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, sym_min.Scalar,
                   "sym_min.Scalar(Scalar a, Scalar b) -> Scalar") {
  arithmetic(context, args, min_integer, min_real);
}

} // namespace et::ET_KERNEL_LIBRARY
