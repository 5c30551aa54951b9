// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::add.out, add.Scalar_out: self + alpha * other, broadcast. Each kernel serves one dtype.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ADD(name, code, type)                                                                      \
  ET_KERNEL(aten, add.out, name, "v1/" #code ";|*",                                                \
            "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) "               \
            "-> Tensor(a!)") {                                                                     \
    add(context, args, kAddTensors<type>);                                                         \
  }
ET_FORALL_REAL_DTYPES(ADD)

#define ADD_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, add.Scalar_out, name, "v1/" #code ";|*",                                         \
            "add.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) "        \
            "-> Tensor(a!)") {                                                                     \
    add_scalar(context, args, kAddScalar<type>);                                                   \
  }
ET_FORALL_REAL_DTYPES(ADD_SCALAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
