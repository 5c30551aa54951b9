// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_float.Scalar: a as a Double.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_float.Scalar, "sym_float.Scalar(Scalar a) -> SymFloat") {
  Call call = take_numbers(context, args, 1);
  if (call.ok())
    call.set(1, real_of(call[0]));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
