// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::transpose.out: dimension d of the output is dimension perm[d] of the input.

#include "../common/copy.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(cortex_m, transpose.out,
                   "cortex_m::transpose.out(Tensor input, int[] perm, *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  enum Arguments : size_t { kInput, kPerm, kOut, kCount };
  Call call = Call::exact(context, args, kCount);
  const CopyOperands operands = {call.tensor(kInput, ScalarType::Char),
                                 call.output(kOut, ScalarType::Char)};
  copy_permuted(call, operands, call.list(kPerm));
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
