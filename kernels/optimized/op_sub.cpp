// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sub.out, sub.Scalar_out: self - alpha * other. Tensors broadcast. One kernel per dtype.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SUB(name, code, type)                                                                      \
  ET_KERNEL(aten, sub.out, name, "v1/" #code ";|*",                                                \
            "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) "               \
            "-> Tensor(a!)") {                                                                     \
    subtract(context, args, kAddTensors<type>);                                                    \
  }
ET_FORALL_REAL_DTYPES(SUB)

#define SUB_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, sub.Scalar_out, name, "v1/" #code ";|*",                                         \
            "sub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) "        \
            "-> Tensor(a!)") {                                                                     \
    subtract_scalar(context, args, kAddScalar<type>);                                              \
  }
ET_FORALL_REAL_DTYPES(SUB_SCALAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
