// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::eq.Tensor_out, eq.Scalar_out: self == other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define EQ(name, code, type) ET_PREDICATE(eq.Tensor_out, Equal, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(EQ)
ET_MIXED_PREDICATE(eq.Tensor_out, Equal)

#define EQ_SCALAR(name, code, type) ET_COMPARISON(eq.Scalar_out, Equal, name, code, type)
ET_FORALL_REAL_DTYPES(EQ_SCALAR)
ET_MIXED_COMPARISON(eq.Scalar_out, Equal)

} // namespace et::kernels::ET_KERNEL_LIBRARY
