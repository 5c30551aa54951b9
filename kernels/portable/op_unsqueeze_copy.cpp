// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unsqueeze_copy.out: a copy with an additional dimension of size 1.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unsqueeze_copy.out,
                   "unsqueeze_copy.out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  if (!call.ok() || !call.require(operands.self.dim() < kTensorDimensionLimit))
    return;
  const SizesType *from = operands.self.sizes().data();
  const int32_t end = static_cast<int32_t>(operands.self.dim()) + 1;
  int32_t at = call.integer(kDim, -end, end - 1);
  if (at < 0)
    at += end;
  SizesType sizes[kTensorDimensionLimit];
  for (int32_t d = 0; d < end; ++d) {
    SizesType size = 1;
    if (d != at)
      size = *from++;
    sizes[d] = size;
  }
  copy_flat(call, operands, {sizes, static_cast<size_t>(end)});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
