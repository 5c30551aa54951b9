// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_clone_dim_order.out: a copy. The output tensor already has the wanted dim order.
// The kernel therefore does not use the value of the argument dim_order; it only checks the type.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _clone_dim_order.out,
                   "dim_order_ops::_clone_dim_order.out(Tensor self, *, bool non_blocking=False, "
                   "int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kNonBlocking, kDimOrder, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  call.boolean(kNonBlocking);
  call.optional_list(kDimOrder);
  copy_all(call, operands);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
