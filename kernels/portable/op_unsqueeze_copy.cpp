// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unsqueeze_copy.out: a copy with a dimension of one element more.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unsqueeze_copy.out,
                   "unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const CopyOperands operands = take_copy_operands(call, 2);
  if (!call.ok())
    return;
  const size_t dim = operands.self.dim();
  const size_t at = take_dim(call, 1, dim + 1);
  if (!call.require(dim < kTensorDimensionLimit))
    return;
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d <= dim; ++d)
    sizes[d] = d == at ? 1 : operands.self.size(d - (d > at));
  copy_flat(call, operands, {sizes, dim + 1});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
