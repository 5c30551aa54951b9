// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::argmin.out: the index of the smallest element along a dimension. If `dim` is None, the
// index counts all elements in row-major order. The call fails if a dimension to search has size 0.
// Of equal elements, the first one counts. NaN counts as smaller than any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ARGMIN(name, code, type) ET_INDICES_OF_EXTREMES(argmin.out, false, name, code, type)
ET_FORALL_REAL_DTYPES(ARGMIN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
