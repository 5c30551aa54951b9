// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::ne.Tensor_out, ne.Scalar_out: self != other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define NE(name, code, type) ET_PREDICATE(ne.Tensor_out, Unequal, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(NE)
ET_MIXED_PREDICATE(ne.Tensor_out, Unequal)

#define NE_SCALAR(name, code, type) ET_COMPARISON(ne.Scalar_out, Unequal, name, code, type)
ET_FORALL_REAL_DTYPES(NE_SCALAR)
ET_MIXED_COMPARISON(ne.Scalar_out, Unequal)

} // namespace et::kernels::ET_KERNEL_LIBRARY
