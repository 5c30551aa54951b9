// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_ite.Scalar: `a` if the condition is true, else `b`. The result is a Double,
// Bool or Int, like the chosen number.

#include "numbers.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_ite.Scalar,
                   "sym_ite.Scalar(SymBool condition, Scalar a, Scalar b) -> Scalar") {
  enum Arguments : size_t { kCondition, kA, kB, kResult };
  Call call = take_numbers(context, args, 3);
  const bool condition = call.boolean(kCondition);
  if (!call.ok())
    return;
  Argument chosen = call[condition ? 1 : 2];
  if (chosen.isDouble())
    call.set(kResult, chosen.toDouble());
  else if (chosen.isBool())
    call.set(kResult, chosen.toBool());
  else
    call.set(kResult, chosen.toInt());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
