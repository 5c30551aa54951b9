// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::lt.Tensor_out, lt.Scalar_out: self < other. The inputs broadcast.

#include "predicate.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define LT(name, code, type) ET_PREDICATE(lt.Tensor_out, Less, name, code, type)
ET_FORALL_REAL_AND_BOOL_DTYPES(LT)
ET_MIXED_PREDICATE(lt.Tensor_out, Less)

#define LT_SCALAR(name, code, type) ET_COMPARISON(lt.Scalar_out, Less, name, code, type)
ET_FORALL_REAL_DTYPES(LT_SCALAR)
ET_MIXED_COMPARISON(lt.Scalar_out, Less)

} // namespace et::kernels::ET_KERNEL_LIBRARY
