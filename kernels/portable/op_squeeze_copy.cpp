// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::squeeze_copy.{dim_out, dims_out}: a copy without the given dimensions of size 1. Given
// dimensions of another size stay. For a tensor without dimensions, 0 and -1 are valid dimensions.

#include "../common/copy.h"
#include "../common/dims.h"
#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kDim, kOut, kCount };

void squeeze(Call &call, const CopyOperands &operands, uint32_t named) {
  const Tensor &self = operands.self;
  if (!call.ok() || !call.require(self.dim() <= kTensorDimensionLimit))
    return;
  SizesType sizes[kTensorDimensionLimit];
  size_t dim = 0;
  for (size_t d = 0; d < self.dim(); ++d)
    if ((named >> d & 1) == 0 || self.size(d) != 1)
      sizes[dim++] = self.size(d);
  copy_flat(call, operands, {sizes, dim});
}

} // namespace

ET_FALLBACK_KERNEL(aten, squeeze_copy.dim_out,
                   "squeeze_copy.dim_out(Tensor self, int dim, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  if (call.ok())
    squeeze(call, operands, uint32_t(1) << take_dim(call, kDim, operands.self.dim()));
}

ET_FALLBACK_KERNEL(
    aten, squeeze_copy.dims_out,
    "squeeze_copy.dims_out(Tensor self, int[] dim, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  uint32_t named = 0;
  uint8_t last;
  for (int64_t dim : call.list(kDim))
    call.require(mark_dim(dim, operands.self.dim(), named, last));
  squeeze(call, operands, named);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
