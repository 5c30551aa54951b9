// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_ite.Scalar: a if the condition is true, else b, of the kind that it is.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_ite.Scalar,
                   "sym_ite.Scalar(SymBool condition, Scalar a, Scalar b) -> Scalar") {
  if (!has_numbers(context, args, 3))
    return;
  if (!args[0]->isBool())
    return context.fail(Error::InvalidArgument);
  *args[3] = *args[args[0]->toBool() ? 1 : 2];
}

} // namespace et::ET_KERNEL_LIBRARY
