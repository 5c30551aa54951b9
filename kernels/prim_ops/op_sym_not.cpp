// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_not.Scalar: true if the Bool `a` is false. The call fails if `a` is no Bool.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_not.Scalar, "sym_not.Scalar(SymBool a) -> SymBool") {
  enum Arguments : size_t { kA, kResult };
  Call call = take_numbers(context, args, 1);
  const bool value = call.boolean(kA);
  if (call.ok())
    call.set(kResult, !value);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
