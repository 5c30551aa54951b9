// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::replication_pad3d.out: pads the last three dimensions by repeating the outermost elements.
// Negative padding crops.

#include "pad.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, replication_pad3d.out,
    "replication_pad3d.out(Tensor self, SymInt[6] padding, *, Tensor(a!) out) -> Tensor(a!)") {
  pad_with_elements(context, args, 3, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
