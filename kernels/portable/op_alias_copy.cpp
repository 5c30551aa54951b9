// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::alias_copy.out: copies self. The call fails if self and out have different dim orders.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, alias_copy.out,
                   "alias_copy.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kOut };
  copy_alike(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
