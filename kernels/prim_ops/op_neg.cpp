// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::neg.Scalar: -a.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, neg.Scalar, "neg.Scalar(Scalar a) -> Scalar") {
  if (!has_numbers(context, args, 1))
    return;
  const EValue &a = *args[0];
  if (a.isDouble()) {
    *args[1] = EValue(-a.toDouble());
    return;
  }
  int64_t result;
  if (__builtin_sub_overflow(int64_t(0), integer_of(a), &result))
    return context.fail(Error::InvalidArgument);
  *args[1] = EValue(result);
}

} // namespace et::ET_KERNEL_LIBRARY
