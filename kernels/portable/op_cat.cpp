// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::cat.out: concatenates tensors along a dimension, and converts other dtypes. As in PyTorch,
// an empty vector is ignored beside tensors of any shape.

#include "join.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, cat.out,
                   "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)") {
  join(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
