// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::le.Scalar: whether a <= b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, le.Scalar, "le.Scalar(Scalar a, Scalar b) -> bool") {
  comparison(context, args, kLess | kEqual);
}

} // namespace et::ET_KERNEL_LIBRARY
