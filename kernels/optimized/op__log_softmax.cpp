// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_log_softmax.out: x - log(sum of exp(x)) along a dimension. See softmax.h.

#include "softmax.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define LOG_SOFTMAX(name, code, type)                                                              \
  ET_KERNEL(aten, _log_softmax.out, name, "v1/" #code ";|*",                                       \
            "_log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, kSoftmax<type, true>);                                                  \
  }
ET_FORALL_FLOAT_DTYPES(LOG_SOFTMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
