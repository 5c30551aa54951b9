// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_float.Scalar: converts a number to Double.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_float.Scalar, "sym_float.Scalar(Scalar a) -> SymFloat") {
  enum Arguments : size_t { kA, kResult };
  Call call = take_numbers(context, args, 1);
  if (call.ok())
    call.set(kResult, real_of(call[kA]));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
