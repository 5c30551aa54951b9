// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_clone_dim_order.out: a copy. The output already has its dim order, so the
// argument dim_order is only checked.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _clone_dim_order.out,
                   "dim_order_ops::_clone_dim_order.out(Tensor self, *, bool non_blocking=False, "
                   "int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 4);
  const CopyOperands operands = take_copy_operands(call, 3);
  call.boolean(1);
  call.optional_list(2);
  copy_all(call, operands);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
