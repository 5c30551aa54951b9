// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::replication_pad1d.out: pads the last dimension by repeating the outermost elements.
// Negative padding crops.

#include "pad.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(
    aten, replication_pad1d.out,
    "replication_pad1d.out(Tensor self, SymInt[2] padding, *, Tensor(a!) out) -> Tensor(a!)") {
  pad_with_elements(context, args, 1, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
