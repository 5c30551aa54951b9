// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::cat.out: concatenates tensors along a dimension, and converts them to the output's dtype.
// As in PyTorch, an empty tensor with one dimension is ignored.

#include "join.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, cat.out,
                   "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)") {
  join(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
