// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unsqueeze_copy.out: a copy with a dimension of one element more.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unsqueeze_copy.out,
                   "unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const CopyOperands operands = take_copy_operands(call, 2);
  if (!call.ok() || !call.require(operands.self.dim() < kTensorDimensionLimit))
    return;
  const size_t dim = operands.self.dim();
  const SizesType at = take_index(call, 1, static_cast<SizesType>(dim) + 1);
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; d < dim; ++d)
    sizes[d + (d >= static_cast<size_t>(at))] = operands.self.size(d);
  sizes[at] = 1;
  copy_flat(call, operands, {sizes, dim + 1});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
