// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::ceil.Scalar: the smallest integer that is not less than a.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, ceil.Scalar, "ceil.Scalar(Scalar a) -> int") {
  to_integer(context, args, [](double a) { return __builtin_ceil(a); });
}

} // namespace et::ET_KERNEL_LIBRARY
