// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::split_with_sizes_copy.out: parts of the given sizes along a dimension. The sizes must add
// up to the dimension.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, split_with_sizes_copy.out,
                   "split_with_sizes_copy.out(Tensor self, SymInt[] split_sizes, int dim=0, *, "
                   "Tensor(a!)[] out) -> ()") {
  ViewCopy call(context, args, 4);
  const Span<const int64_t> sizes = call.list(1);
  const size_t d = take_dim(call, 2, call.view.dim);
  if (call.require(call.ok() && call[3].isTensorList() &&
                   call[3].toTensorList().size() == sizes.size()))
    split(call, {d, sizes, 0, false}, 3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
