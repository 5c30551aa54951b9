// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::eq.Scalar: whether a == b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, eq.Scalar, "eq.Scalar(Scalar a, Scalar b) -> bool") {
  comparison(context, args, kEqual);
}

} // namespace et::ET_KERNEL_LIBRARY
