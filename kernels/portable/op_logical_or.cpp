// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_or.out: true if at least one of self and other is not 0. The inputs broadcast.

#include "logical.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, logical_or.out, fallback, ET_KEY(RealsAndBool, Rest),
          "logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  logical(context, args, kOr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
