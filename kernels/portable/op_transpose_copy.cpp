// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::transpose_copy.int_out: a copy with two dimensions exchanged.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, transpose_copy.int_out,
    "transpose_copy.int_out(Tensor self, int dim0, int dim1, *, Tensor(a!) out) -> Tensor(a!)") {
  ViewCopy call(context, args, 4);
  const size_t dim = call.view.dim;
  const size_t a = take_dim(call, 1, dim);
  call.view.swap(a, take_dim(call, 2, dim));
  call.copy_to(3);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
