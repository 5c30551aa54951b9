// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_to_copy.out: a copy with another dtype, another memory format, or both. The output already
// has the wanted dtype and format, so the argument memory_format has no effect.

#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, _to_copy.out, fallback, ET_KEY(NumbersAndBool, Rest),
          "_to_copy.out(Tensor self, *, bool non_blocking=False, MemoryFormat? "
          "memory_format=None, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kNonBlocking, kMemoryFormat, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  const Tensor out = call.any_tensor(kOut);
  call.boolean(kNonBlocking);
  convert_all(call, self, out);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
