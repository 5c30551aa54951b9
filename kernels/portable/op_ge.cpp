// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::ge.Tensor_out, ge.Scalar_out: self >= other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define GE(name, code, type) ET_PREDICATE(ge.Tensor_out, GreaterOrEqual, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(GE)
ET_MIXED_PREDICATE(ge.Tensor_out, GreaterOrEqual)

#define GE_SCALAR(name, code, type) ET_COMPARISON(ge.Scalar_out, GreaterOrEqual, name, code, type)
ET_FORALL_REAL_DTYPES(GE_SCALAR)
ET_MIXED_COMPARISON(ge.Scalar_out, GreaterOrEqual)

} // namespace et::kernels::ET_KERNEL_LIBRARY
