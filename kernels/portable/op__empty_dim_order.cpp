// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_empty_dim_order.out: resizes the output, and writes no element. The output
// already has the wanted dim order, so the argument dim_order is ignored.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _empty_dim_order.out,
                   "dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSize, kDimOrder, kOut };
  make_sized(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
