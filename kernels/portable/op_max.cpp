// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max.dim_max: the largest element along a dimension, and its index. max.unary_out is the
// largest of all elements. The call fails if there is no element to choose from. Of equal elements,
// max.dim_max gives the index of the first one. NaN counts as larger than any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define MAX(name, code, type)                                                                      \
  ET_EXTREMES_AND_INDICES(max.dim_max, "Tensor(a!) max, Tensor(b!) max_values", true, name, code,  \
                          type)                                                                    \
  ET_EXTREME_OF_ALL(max.unary_out, true, name, code, type)
ET_FORALL_REAL_DTYPES(MAX)
ET_FORALL_BOOL_DTYPE(MAX)
ET_MIXED_EXTREME_OF_ALL(max.unary_out, true)

} // namespace et::kernels::ET_KERNEL_LIBRARY
