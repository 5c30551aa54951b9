// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dim_order_ops::_clone_dim_order.out: a copy. The output has its dim order already; the program
// only repeats it.

#include "copy.h"
#include "output.h"

namespace et::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(dim_order_ops, _clone_dim_order.out,
                   "dim_order_ops::_clone_dim_order.out(Tensor self, *, bool non_blocking=False, "
                   "int[]? dim_order=None, Tensor(a!) out) -> Tensor(a!)") {
  Tensor self, out;
  if (!take_copy_operands(args, 3, self, out) || self.dim() > kTensorDimensionLimit ||
      !args[1]->isBool() || (!args[2]->isNone() && !args[2]->isIntList()))
    return context.fail(Error::InvalidArgument);
  if (!resize_output(context, out, self.sizes().data(), self.dim()))
    return;
  uint8_t dims[kTensorDimensionLimit];
  for (size_t d = 0; d < self.dim(); ++d)
    dims[d] = static_cast<uint8_t>(d);
  copy_permuted(self, dims, out);
}

} // namespace et::ET_KERNEL_LIBRARY
