// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::t_copy.out: a copy of a matrix with rows and columns exchanged; one of a tensor with fewer
// dimensions.

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
