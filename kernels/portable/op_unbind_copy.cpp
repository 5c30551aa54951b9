// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unbind_copy.int_out: a slice for each index of a dimension. The slices do not have this
// dimension.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unbind_copy.int_out,
                   "unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()") {
  enum Arguments : size_t { kSelf, kDim, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const size_t d = take_dim(call, kDim, call.view.dim);
  if (call.require(call.ok() && call[kOut].isTensorList() &&
                   call[kOut].toTensorList().size() == static_cast<size_t>(call.view.sizes[d])))
    split(call, {d, {}, 1, true}, 2);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
