// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::trunc.Scalar: a without its fraction.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, trunc.Scalar, "trunc.Scalar(Scalar a) -> int") {
  to_integer(context, args, [](double a) { return __builtin_trunc(a); });
}

} // namespace et::ET_KERNEL_LIBRARY
