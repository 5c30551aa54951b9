// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::round.out: the nearest integer. If two integers are equally near, the result is the even
// one. See rounding.h.

#include "../common/dtypes.h"
#include "rounding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ROUND(name, code, type)                                                                    \
  ET_KERNEL(aten, round.out, name, "v1/" #code ";|*",                                              \
            "round.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                           \
    map(context, args, kRounding<type, Rounding::Nearest>);                                        \
  }
ET_FORALL_REAL_DTYPES(ROUND)

} // namespace et::kernels::ET_KERNEL_LIBRARY
