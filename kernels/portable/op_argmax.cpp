// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::argmax.out: the index of the largest element along a dimension, or of all elements. There
// must be at least one element. Of equal elements, the first one counts. NaN counts as larger than
// any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define ARGMAX(name, code, type) ET_INDICES_OF_EXTREMES(argmax.out, true, name, code, type)
ET_FORALL_REAL_DTYPES(ARGMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
