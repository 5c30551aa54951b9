// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::split_copy.Tensor_out: parts of size `split_size` along a dimension. The last part may be
// smaller. A dimension of size 0 gives one empty part.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, split_copy.Tensor_out,
                   "split_copy.Tensor_out(Tensor self, SymInt split_size, int dim=0, *, "
                   "Tensor(a!)[] out) -> ()") {
  enum Arguments : size_t { kSelf, kSplitSize, kDim, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const int64_t each = take_integer(call, kSplitSize);
  const size_t d = take_dim(call, kDim, call.view.dim);
  const int64_t size = call.view.sizes[d];
  if (!call.require(each >= 0 && (each != 0 || size == 0) && call[kOut].isTensorList()))
    return;
  const size_t count = size == 0 ? 1 : static_cast<size_t>((size - 1) / each + 1);
  if (call.require(call[kOut].toTensorList().size() == count))
    split(call, {d, {}, each, false}, 3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
