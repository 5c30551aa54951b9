// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::neg.out: -self; a NaN's sign changes, too. Integers wrap around. PyTorch refuses Bool.
// There are no complex numbers, as in ExecuTorch.

#include "../common/dtypes.h"
#include "negate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> constexpr auto kNeg = negate_kernel<T>(0, 0);

} // namespace

#define NEG(name, code, type)                                                                      \
  ET_KERNEL(aten, neg.out, name, "v1/" #code ";|*",                                                \
            "neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                             \
    map(context, args, kNeg<type>);                                                                \
  }
ET_FORALL_REAL_DTYPES(NEG)

} // namespace et::kernels::ET_KERNEL_LIBRARY
