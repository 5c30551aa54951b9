// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::ceil.Scalar, round.Scalar, trunc.Scalar and sym_int.Scalar round a number to an
// integer. ceil rounds up; round rounds to nearest and ties to even, as in Python; trunc and
// sym_int drop the fraction.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

double ceil_of(double a) { return __builtin_ceil(a); }
double nearest_of(double a) { return __builtin_rint(a); }
double trunc_of(double a) { return __builtin_trunc(a); }

} // namespace

#define ROUNDING(name, rounded, result)                                                            \
  ET_FALLBACK_KERNEL(executorch_prim, name.Scalar, #name ".Scalar(Scalar a) -> " #result) {        \
    to_integer(context, args, rounded);                                                            \
  }
ROUNDING(ceil, ceil_of, int)
ROUNDING(round, nearest_of, int)
ROUNDING(trunc, trunc_of, int)
ROUNDING(sym_int, trunc_of, SymInt)

} // namespace et::kernels::ET_KERNEL_LIBRARY
