// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::transpose_copy.int_out: a copy with two dimensions exchanged.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, transpose_copy.int_out,
    "transpose_copy.int_out(Tensor self, int dim0, int dim1, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim0, kDim1, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const size_t dim = call.view.dim;
  const size_t a = take_dim(call, kDim0, dim);
  call.view.swap(a, take_dim(call, kDim1, dim));
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
