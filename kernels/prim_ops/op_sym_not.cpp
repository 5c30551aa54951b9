// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_not.Scalar: whether a is false. An integer is no condition.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_not.Scalar, "sym_not.Scalar(SymBool a) -> SymBool") {
  if (!has_numbers(context, args, 1))
    return;
  if (!args[0]->isBool())
    return context.fail(Error::InvalidArgument);
  *args[1] = EValue(!args[0]->toBool());
}

} // namespace et::ET_KERNEL_LIBRARY
