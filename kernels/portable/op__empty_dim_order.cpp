// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_empty_dim_order.out: gives the output its sizes, and writes no element. The
// output has its dim order already; the program only repeats it.

#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _empty_dim_order.out,
                   "dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  SizesType sizes[kTensorDimensionLimit];
  bool ok = args.size() > 2 && args[0]->isIntList() &&
            (args[1]->isNone() || args[1]->isIntList()) && args[2]->isTensor();
  Span<const int64_t> list = ok ? args[0]->toIntList() : Span<const int64_t>();
  ok = ok && list.size() <= kTensorDimensionLimit;
  for (size_t d = 0; ok && d < list.size(); ++d) {
    ok = list[d] >= 0 && list[d] <= INT32_MAX;
    sizes[d] = static_cast<SizesType>(list[d]);
  }
  if (!ok)
    return context.fail(Error::InvalidArgument);
  resize_output(context, args[2]->toTensor(), sizes, list.size());
}

} // namespace et::ET_KERNEL_LIBRARY
