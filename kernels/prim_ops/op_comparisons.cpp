// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::eq.Scalar, ge.Scalar, gt.Scalar, le.Scalar and lt.Scalar: compare a with b.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define COMPARISON(name, wanted)                                                                   \
  ET_FALLBACK_KERNEL(executorch_prim, name.Scalar, #name ".Scalar(Scalar a, Scalar b) -> bool") {  \
    comparison(context, args, wanted);                                                             \
  }
COMPARISON(eq, kEqual)
COMPARISON(ge, kGreater | kEqual)
COMPARISON(gt, kGreater)
COMPARISON(le, kLess | kEqual)
COMPARISON(lt, kLess)

} // namespace et::kernels::ET_KERNEL_LIBRARY
