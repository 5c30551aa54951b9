// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::add.Scalar, sub.Scalar and mul.Scalar.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ARITHMETIC(name, operation)                                                                \
  static bool name##_integers(int64_t a, int64_t b, int64_t &result) {                             \
    return !__builtin_##name##_overflow(a, b, &result);                                            \
  }                                                                                                \
  static double name##_reals(double a, double b) { return a operation b; }                         \
  ET_FALLBACK_KERNEL(executorch_prim, name.Scalar,                                                 \
                     #name ".Scalar(Scalar a, Scalar b) -> Scalar") {                              \
    arithmetic(context, args, name##_integers, name##_reals);                                      \
  }
ARITHMETIC(add, +)
ARITHMETIC(sub, -)
ARITHMETIC(mul, *)

} // namespace et::kernels::ET_KERNEL_LIBRARY
