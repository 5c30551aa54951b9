// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::slice_scatter.out: a copy of self in which src replaces every step-th element from `start`
// up to `end - 1` along a dimension.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, slice_scatter.out,
                   "slice_scatter.out(Tensor self, Tensor src, int dim=0, SymInt? start=None, "
                   "SymInt? end=None, SymInt step=1, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kSrc, kDim, kStart, kEnd, kStep, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const Slice slice = take_slice(call, kDim, call.view);
  View from;
  const Tensor source = take_source(call, from);
  scatter(call, slice, source, from, 6);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
