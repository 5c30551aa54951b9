// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::gt.Tensor_out, gt.Scalar_out: self > other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define GT(name, code, type) ET_PREDICATE(gt.Tensor_out, Greater, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(GT)
ET_MIXED_PREDICATE(gt.Tensor_out, Greater)

#define GT_SCALAR(name, code, type) ET_COMPARISON(gt.Scalar_out, Greater, name, code, type)
ET_FORALL_REAL_DTYPES(GT_SCALAR)
ET_MIXED_COMPARISON(gt.Scalar_out, Greater)

} // namespace et::kernels::ET_KERNEL_LIBRARY
