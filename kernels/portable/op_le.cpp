// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::le.Tensor_out, le.Scalar_out: self <= other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define LE(name, code, type) ET_PREDICATE(le.Tensor_out, LessOrEqual, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(LE)
ET_MIXED_PREDICATE(le.Tensor_out, LessOrEqual)

#define LE_SCALAR(name, code, type) ET_COMPARISON(le.Scalar_out, LessOrEqual, name, code, type)
ET_FORALL_REAL_DTYPES(LE_SCALAR)
ET_MIXED_COMPARISON(le.Scalar_out, LessOrEqual)

} // namespace et::kernels::ET_KERNEL_LIBRARY
