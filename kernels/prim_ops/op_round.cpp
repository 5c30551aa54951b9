// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::round.Scalar: the nearest integer, of two the even one, as in Python.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, round.Scalar, "round.Scalar(Scalar a) -> int") {
  to_integer(context, args, [](double a) { return __builtin_rint(a); });
}

} // namespace et::ET_KERNEL_LIBRARY
