// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::split_with_sizes_copy.out: parts of the given sizes along a dimension. The sum of the sizes
// must equal the dimension's size.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, split_with_sizes_copy.out,
                   "split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, "
                   "Tensor(a!)[] out) -> ()") {
  enum Arguments : size_t { kSelf, kSplitSizes, kDim, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const Span<const int64_t> sizes = call.list(kSplitSizes);
  const size_t d = take_dim(call, kDim, call.view.dim);
  if (call.require(call.ok() && call[kOut].isTensorList() &&
                   call[kOut].toTensorList().size() == sizes.size()))
    split(call, {d, sizes, 0, false}, 3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
