// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::truediv.Scalar: a / b, always a Double.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, truediv.Scalar, "truediv.Scalar(Scalar a, Scalar b) -> float") {
  Call call = take_numbers(context, args, 2);
  if (call.ok())
    call.set(2, real_of(call[0]) / real_of(call[1]));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
