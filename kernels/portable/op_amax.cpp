// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::amax.out: the largest element along some dimensions. An empty list means all dimensions.
// The call fails if one of these dimensions has size 0. The result is NaN if an element is NaN.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define AMAX(name, code, type) ET_EXTREMES(amax.out, true, name, code, type)
ET_FORALL_REAL_DTYPES(AMAX)
ET_FORALL_BOOL_DTYPE(AMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
