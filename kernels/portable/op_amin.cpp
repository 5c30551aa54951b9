// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::amin.out: the smallest element along some dimensions. An empty list means all dimensions.
// The call fails if one of these dimensions has size 0. The result is NaN if an element is NaN.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define AMIN(name, code, type) ET_EXTREMES(amin.out, false, name, code, type)
ET_FORALL_REAL_DTYPES(AMIN)
ET_FORALL_BOOL_DTYPE(AMIN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
