// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::reflection_pad1d.out: pads the last dimension with mirrored elements. The mirrors are at
// the first and the last element, which are not repeated. Negative padding crops.

#include "pad.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, reflection_pad1d.out,
    "reflection_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)") {
  pad_with_elements(context, args, 1, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
