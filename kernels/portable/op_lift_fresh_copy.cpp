// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::lift_fresh_copy.out: copies self. The call fails if the output and self have different dim
// orders.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, lift_fresh_copy.out,
                   "lift_fresh_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut };
  copy_alike(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
