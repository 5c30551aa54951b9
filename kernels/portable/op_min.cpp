// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::min.dim_min: the smallest element along a dimension, and its index. min.unary_out is the
// smallest of all elements. The call fails if there is no element to choose from. Of equal
// elements, min.dim_min gives the index of the first one. NaN counts as smaller than any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define MIN(name, code, type)                                                                      \
  ET_EXTREMES_AND_INDICES(min.dim_min, "Tensor(a!) min, Tensor(b!) min_indices", false, name,      \
                          code, type)                                                              \
  ET_EXTREME_OF_ALL(min.unary_out, false, name, code, type)
ET_FORALL_REAL_DTYPES(MIN)
ET_FORALL_BOOL_DTYPE(MIN)
ET_MIXED_EXTREME_OF_ALL(min.unary_out, false)

} // namespace et::kernels::ET_KERNEL_LIBRARY
