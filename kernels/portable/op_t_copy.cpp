// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::t_copy.out: a transposed copy of a matrix. A vector or scalar is copied unchanged.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, t_copy.out, "t_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut, kCount };
  ViewCopy call(context, args, kCount);
  if (call.view.dim == 2)
    call.view.swap(0, 1);
  call.require(call.view.dim <= 2);
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
