// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::permute_copy.out: dimension d of the output is dimension dims[d] of self.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, permute_copy.out,
                   "permute_copy.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDims, kOut, kCount };
  Call call(context, args, kCount);
  const CopyOperands operands = take_copy_operands(call, kOut);
  copy_permuted(call, operands, call.list(kDims));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
