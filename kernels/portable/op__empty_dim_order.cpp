// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_empty_dim_order.out: gives the output its sizes, and writes no element. The
// output has its dim order already; the program only repeats it.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _empty_dim_order.out,
                   "dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const Span<const int64_t> list = call.list(0);
  call.optional_list(1);
  const Tensor out = call.any_tensor(2);
  call.require(list.size() <= kTensorDimensionLimit);
  SizesType sizes[kTensorDimensionLimit];
  for (size_t d = 0; call.ok() && d < list.size(); ++d) {
    call.require(list[d] >= 0 && list[d] <= INT32_MAX);
    sizes[d] = static_cast<SizesType>(list[d]);
  }
  call.resize(out, {sizes, list.size()});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
