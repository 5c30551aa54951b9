// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::neg.Scalar: -a.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, neg.Scalar, "neg.Scalar(Scalar a) -> Scalar") {
  enum Arguments : size_t { kA, kResult };
  Call call = take_numbers(context, args, 1);
  if (!call.ok())
    return;
  Argument a = call[kA];
  if (a.isDouble()) {
    call.set(kResult, -a.toDouble());
    return;
  }
  int64_t result;
  call.require(!__builtin_sub_overflow(int64_t(0), integer_of(a), &result));
  if (call.ok())
    call.set(kResult, result);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
