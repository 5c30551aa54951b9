// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_float.Scalar: a as a Double.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_float.Scalar, "sym_float.Scalar(Scalar a) -> SymFloat") {
  if (has_numbers(context, args, 1))
    *args[1] = EValue(real_of(*args[0]));
}

} // namespace et::ET_KERNEL_LIBRARY
