// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::clone.out: a copy. The program has fixed the output's dim order already, in agreement with
// the memory format it asks for, so that the format itself decides nothing here.
// Programs that change it do so by dim_order_ops.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, clone.out,
                   "clone.out(Tensor self, *, MemoryFormat? memory_format=None, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  copy_alike(context, args, 2);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
