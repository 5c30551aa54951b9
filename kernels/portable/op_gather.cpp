// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::gather.out: copies one element of self for each index in `index`. The index is the
// coordinate of the copied element along `dim`. The other coordinates of the element and the index
// are equal. Along dimensions other than `dim`, `index` may be smaller than self.

#include "../common/copy.h"
#include "../common/copy_memory.h"
#include "../common/dims.h"
#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, gather.out,
                   "gather.out(Tensor self, int dim, Tensor index, *, bool sparse_grad=False, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kSparseGrad, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  const Tensor index = call.tensor(kIndexArgument, ScalarType::Long);
  const int32_t given = call.integer(kDim);
  call.boolean(kSparseGrad);
  if (!call.ok())
    return;
  const auto &[self, out] = operands;
  uint8_t dim;
  if (!call.require(normalize_dim(given, self.dim(), dim) && !is_same(out, self) &&
                    !is_same(out, index) && index.dim() <= kTensorDimensionLimit &&
                    (index.numel() == 0 || fits_index(index, self, dim))))
    return;
  require_indices(call, index, 0, size_along(self, dim));
  if (!call.resize(out, index.sizes()) || index.numel() == 0)
    return;
  const size_t size = self.element_size();
  ptrdiff_t strides[kTensorDimensionLimit];
  for (size_t d = 0; d < out.dim(); ++d)
    strides[d] = byte_stride(out, d);
  walk_indices(index, self, dim, out.mutable_data_ptr<char>(), strides,
               {copy_run, &size, 0, 0, false});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
