// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::t_copy.out: a transposed copy of a matrix. A tensor with fewer dimensions is copied.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, t_copy.out, "t_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  ViewCopy call(context, args, 2);
  if (call.view.dim == 2)
    call.view.swap(0, 1);
  call.require(call.view.dim <= 2);
  call.copy_to(1);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
