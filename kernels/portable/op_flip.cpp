// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::flip.out: a copy with the opposite order of elements along some dimensions.

#include "../common/dims.h"
#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, flip.out,
                   "flip.out(Tensor self, int[] dims, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDims, kOut, kCount };
  ViewCopy call(context, args, kCount);
  uint32_t seen = 0;
  uint8_t d;
  for (int64_t dim : call.list(kDims))
    if (call.require(mark_dim(dim, call.view.dim, seen, d)) && call.view.sizes[d] != 0)
      call.view.take({d, call.view.sizes[d] - 1, call.view.sizes[d], -1});
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
