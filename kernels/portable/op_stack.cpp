// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::stack.out: concatenates tensors of one shape along a new dimension, and converts them to
// the output's dtype.

#include "join.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, stack.out,
                   "stack.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)") {
  join(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
