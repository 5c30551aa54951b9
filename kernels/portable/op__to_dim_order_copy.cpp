// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_to_dim_order_copy.out: a copy with another dtype, another dim order, or both. The
// output already has the wanted dtype and dim order. The argument dim_order is not compared with
// the output's dim order, because several dim orders can describe the same layout.

#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(dim_order_ops, _to_dim_order_copy.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "dim_order_ops::_to_dim_order_copy.out(Tensor self, *, bool "
          "non_blocking=False, int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kNonBlocking, kDimOrder, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  call.boolean(kNonBlocking);
  call.optional_list(kDimOrder);
  convert_all(call, self, out);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
