// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::cat.out: tensors one behind the other along a dimension; those of another dtype are
// converted. Vectors of no elements do not count, whatever shape the others have, as in PyTorch.

#include "join.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, cat.out,
                   "cat.out(Tensor[] tensors, int dim=0, *, Tensor(a!) out) -> Tensor(a!)") {
  join(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
