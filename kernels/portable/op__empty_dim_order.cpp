// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_empty_dim_order.out: gives the output its sizes, and writes no element. The
// output has its dim order already; the program only repeats it, which nobody reads. The arguments
// are taken in place: Call::list is as long as all of this.

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _empty_dim_order.out,
                   "dim_order_ops::_empty_dim_order.out(int[] size, *, int[]? dim_order=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  if (args.size() < 3 || !args[0].isIntList() || !args[2].isTensor())
    return context.fail(Error::InvalidArgument);
  const Span<const int64_t> list = args[0].toIntList();
  SizesType sizes[kTensorDimensionLimit];
  uint64_t bits = 0;
  size_t d = 0;
  for (; d < list.size() && d < kTensorDimensionLimit; ++d) {
    bits |= static_cast<uint64_t>(list[d]);
    sizes[d] = static_cast<SizesType>(list[d]);
  }
  Call call(context, args, 3);
  call.require(bits >> 31 == 0 && d == list.size());
  call.resize(args[2].toTensor(), {sizes, d});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
