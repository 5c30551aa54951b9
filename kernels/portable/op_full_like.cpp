// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::full_like.out: a tensor with the sizes of self, filled with fill_value. The output already
// has its dtype and dim order, so memory_format is ignored.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, full_like.out,
                   "full_like.out(Tensor self, Scalar fill_value, *, MemoryFormat? "
                   "memory_format=None, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kFillValue, kMemoryFormat, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const FillNumber number = number_argument(call, kFillValue);
  const Tensor out = call.any_tensor(kOut);
  if (call.require(call.is_none(kMemoryFormat) || (call.ok() && call[kMemoryFormat].isInt())))
    fill(call, out, self.sizes(), number);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
