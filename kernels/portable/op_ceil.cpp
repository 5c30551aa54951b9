// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::ceil.out: self rounded up to an integer. See rounding.h.

#include "../common/dtypes.h"
#include "rounding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define CEIL(name, code, type)                                                                     \
  ET_KERNEL(aten, ceil.out, name, "v1/" #code ";|*",                                               \
            "ceil.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                            \
    map(context, args, kRounding<type, Rounding::Ceil>);                                           \
  }
ET_FORALL_REAL_DTYPES(CEIL)

} // namespace et::kernels::ET_KERNEL_LIBRARY
