// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::select_scatter.out: a copy of self in which src replaces the elements at one index of a
// dimension. src does not have this dimension.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, select_scatter.out,
                   "select_scatter.out(Tensor self, Tensor src, int dim, SymInt index, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kSrc, kDim, kIndexArgument, kOut, kCount };
  ViewCopy call(context, args, kCount);
  const Slice slice = take_select(call, kDim, call.view);
  View from;
  const Tensor source = take_source(call, from);
  call.require(slice.d <= from.dim && from.insert(slice.d, 1, 0));
  scatter(call, slice, source, from, 4);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
