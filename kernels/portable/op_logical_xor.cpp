// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_xor.out: whether of self and other, broadcast, just one of them is not 0.

#include "logical.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, logical_xor.out, fallback, ET_KEY(RealsAndBool, Rest),
          "logical_xor.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  logical(context, args, kXor);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
