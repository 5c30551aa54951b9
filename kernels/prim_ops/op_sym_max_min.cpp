// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_max.Scalar and sym_min.Scalar: the larger and the smaller of two numbers
// `a` and `b`. As in Python, the result is `a` if the numbers are equal or if one of them is NaN.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define CHOICE(name, precedes)                                                                     \
  static bool name##_integer(int64_t a, int64_t b, int64_t &result) {                              \
    result = b precedes a ? b : a;                                                                 \
    return true;                                                                                   \
  }                                                                                                \
  static double name##_real(double a, double b) { return b precedes a ? b : a; }                   \
  ET_FALLBACK_KERNEL(executorch_prim, name.Scalar,                                                 \
                     #name ".Scalar(Scalar a, Scalar b) -> Scalar") {                              \
    arithmetic(context, args, name##_integer, name##_real);                                        \
  }
CHOICE(sym_max, >)
CHOICE(sym_min, <)

} // namespace et::kernels::ET_KERNEL_LIBRARY
