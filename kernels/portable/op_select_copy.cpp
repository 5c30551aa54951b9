// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::select_copy.int_out: the elements at one index of a dimension. The output does not have
// this dimension.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, select_copy.int_out,
    "select_copy.int_out(Tensor self, int dim, SymInt index, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const size_t d = take_dim(call, kDim, call.view.dim);
  const SizesType at = take_index(call, kIndexArgument, call.view.sizes[d]);
  if (call.require(call.view.dim != 0)) {
    call.view.offset += at * call.view.strides[d];
    call.view.remove(d);
  }
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
