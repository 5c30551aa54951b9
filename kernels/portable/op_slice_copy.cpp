// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::slice_copy.Tensor_out: every step-th element from `start` up to `end - 1` along a
// dimension. As in Python, a negative limit counts from the end. A limit out of range is clamped.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, slice_copy.Tensor_out,
                   "slice_copy.Tensor_out(Tensor self, int dim=0, SymInt? start=None, SymInt? "
                   "end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kStart, kEnd, kStep, kOut, kCount };
  ViewCopy call(context, args, kCount);
  call.view.take(take_slice(call, kDim, call.view));
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
