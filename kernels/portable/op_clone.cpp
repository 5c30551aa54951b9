// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::clone.out: copies self. The argument memory_format is ignored, because the model fixes the
// output's dim order. The call fails if self has another dim order. Models that change the dim
// order use dim_order_ops::_clone_dim_order.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, clone.out,
                   "clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kMemoryFormat, kOut };
  copy_alike(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
