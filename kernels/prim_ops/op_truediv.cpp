// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::truediv.Scalar: a / b, always a Double.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, truediv.Scalar, "truediv.Scalar(Scalar a, Scalar b) -> float") {
  enum Arguments : size_t { kA, kB, kResult };
  Call call = take_numbers(context, args, 2);
  if (call.ok())
    call.set(kResult, real_of(call[kA]) / real_of(call[kB]));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
