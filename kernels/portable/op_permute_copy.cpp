// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::permute_copy.out: dimension d of the output is dimension dims[d] of self.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, permute_copy.out,
                   "permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const CopyOperands operands = take_copy_operands(call, 2);
  copy_permuted(call, operands, call.list(1));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
