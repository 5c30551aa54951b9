// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_softmax.out: exp(x) / sum of exp(x) along a dimension. See softmax.h.

#include "softmax.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SOFTMAX(name, code, type)                                                                  \
  ET_KERNEL(aten, _softmax.out, name, "v1/" #code ";|*",                                           \
            "_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "           \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, kSoftmax<type, false>);                                                 \
  }
ET_FORALL_FLOAT_DTYPES(SOFTMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
