// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unbind_copy.int_out: a slice for each index of a dimension. The slices lack that dimension.

#include "split.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unbind_copy.int_out,
                   "unbind_copy.int_out(Tensor self, int dim=0, *, Tensor(a!)[] out) -> ()") {
  ViewCopy call(context, args, 3);
  const size_t d = take_dim(call, 1, call.view.dim);
  if (call.require(call.ok() && call[2].isTensorList() &&
                   call[2].toTensorList().size() == static_cast<size_t>(call.view.sizes[d])))
    split(call, {d, {}, 1, true}, 2);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
