// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::empty.out: a tensor of the given sizes with undefined elements. The output already has its
// dtype and dim order, so memory_format is ignored.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, empty.out,
                   "empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSize, kMemoryFormat, kOut };
  if (args.size() > 1 && !args[kMemoryFormat].isNone() && !args[kMemoryFormat].isInt())
    return context.fail(Error::InvalidArgument);
  make_sized(context, args, kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
