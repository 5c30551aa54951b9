// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::reflection_pad3d.out: pads the last three dimensions with mirrored elements. In each
// dimension, the mirrors are at the first and the last element, which are not repeated. Negative
// padding crops.

#include "pad.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, reflection_pad3d.out,
    "reflection_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)") {
  pad_with_elements(context, args, 3, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
