// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_xor.out: true if exactly one of self and other is not 0. The inputs broadcast.

#include "logical.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, logical_xor.out, fallback, ET_KEY(RealsAndBool, Rest),
          "logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  logical(context, args, kXor);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
