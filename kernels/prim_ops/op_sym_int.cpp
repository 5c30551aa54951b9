// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::sym_int.Scalar: a as an integer, without its fraction.

#include "numbers.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(executorch_prim, sym_int.Scalar, "sym_int.Scalar(Scalar a) -> SymInt") {
  to_integer(context, args, [](double a) { return __builtin_trunc(a); });
}

} // namespace et::ET_KERNEL_LIBRARY
