// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::ge.Scalar: whether a >= b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, ge.Scalar, "ge.Scalar(Scalar a, Scalar b) -> bool") {
  comparison(context, args, kGreater | kEqual);
}

} // namespace et::ET_KERNEL_LIBRARY
