// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::trunc.out: the next integer towards zero. See rounding.h.

#include "../common/dtypes.h"
#include "rounding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define TRUNC(name, code, type)                                                                    \
  ET_KERNEL(aten, trunc.out, name, "v1/" #code ";|*",                                              \
            "trunc.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                           \
    map(context, args, kRounding<type, Rounding::Trunc>);                                          \
  }
ET_FORALL_REAL_DTYPES(TRUNC)

} // namespace et::kernels::ET_KERNEL_LIBRARY
