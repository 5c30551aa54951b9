// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::lt.Scalar: whether a < b.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, lt.Scalar, "lt.Scalar(Scalar a, Scalar b) -> bool") {
  comparison(context, args, kLess);
}

} // namespace et::ET_KERNEL_LIBRARY
