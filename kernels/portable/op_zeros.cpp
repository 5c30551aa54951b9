// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::zeros.out: a tensor of the sizes, of which each element is 0.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, zeros.out, "zeros.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 2);
  const ListedSizes sizes = take_sizes(call, 0);
  fill(call, call.any_tensor(1), sizes, {true, 0, 0});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
