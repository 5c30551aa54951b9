// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::neg.out: -self; the sign of NaN changes, too. Integers wrap around. As in PyTorch, Bool is
// refused. As in ExecuTorch, complex numbers are not supported.

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
