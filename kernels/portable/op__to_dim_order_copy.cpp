// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_to_dim_order_copy.out: a copy with another dtype, another dim order, or both. The
// output has them already; the program only repeats the dim order.
//
// `dim_order_ops` do not compare their dim order with the output's. Dimensions of one element may
// stand anywhere in it, and the output's is what counts.

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
