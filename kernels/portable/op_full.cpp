// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::full.out: a tensor of the given sizes, filled with fill_value. As in PyTorch, a number that
// the output's dtype cannot hold is an error.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, full.out, fallback, ET_KEY(NumbersAndBool),
          "full.out(SymInt[] size, Scalar fill_value, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSize, kFillValue, kOut, kCount };
  Call call(context, args, kCount);
  const ListedSizes sizes = take_sizes(call, kSize);
  const FillNumber number = number_argument(call, kFillValue);
  fill(call, call.any_tensor(kOut), sizes, number);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
