// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_and.out: true if neither self nor other is 0. The inputs broadcast.

#include "logical.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, logical_and.out, fallback, ET_KEY(RealsAndBool, Rest),
          "logical_and.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  logical(context, args, kAnd);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
