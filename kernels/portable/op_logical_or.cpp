// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::logical_or.out: whether of self and other, broadcast, one of them is not 0.

#include "logical.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_KERNEL(aten, logical_or.out, fallback, ET_KEY(RealsAndBool, Rest),
          "logical_or.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {
  logical(context, args, kOr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
