// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::floor.out: self rounded down to an integer. See rounding.h.

#include "../common/dtypes.h"
#include "rounding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define FLOOR(name, code, type)                                                                    \
  ET_KERNEL(aten, floor.out, name, "v1/" #code ";|*",                                              \
            "floor.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                           \
    map(context, args, kRounding<type, Rounding::Floor>);                                          \
  }
ET_FORALL_REAL_DTYPES(FLOOR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
