// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::truediv.Scalar: a / b, a Double also of integers.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, truediv.Scalar, "truediv.Scalar(Scalar a, Scalar b) -> float") {
  if (!has_numbers(context, args, 2))
    return;
  *args[2] = EValue(real_of(*args[0]) / real_of(*args[1]));
}

} // namespace et::ET_KERNEL_LIBRARY
