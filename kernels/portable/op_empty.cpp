// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::empty.out: a tensor of the sizes, whose elements may be anything. The output has its dtype
// and its dim order already, so that the memory format says nothing.

#include "fill.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, empty.out,
                   "empty.out(SymInt[] size, *, MemoryFormat? memory_format=None, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const ListedSizes sizes = take_sizes(call, 0);
  const Tensor out = call.any_tensor(2);
  if (call.require(call.is_none(1) || (call.ok() && call[1].isInt())))
    call.resize(out, sizes);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
