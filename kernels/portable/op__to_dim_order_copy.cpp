// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_to_dim_order_copy.out: a copy with another dtype, another dim order, or both. The
// output already has them.
//
// The argument dim_order is not compared with the output's dim order, because dimensions of size 1
// may stand anywhere. The output's dim order counts.

#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(dim_order_ops, _to_dim_order_copy.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool "
          "non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 4);
  const Tensor self = call.any_tensor(0);
  const Tensor out = call.any_tensor(3);
  call.boolean(1);
  call.optional_list(2);
  convert_all(call, self, out);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
