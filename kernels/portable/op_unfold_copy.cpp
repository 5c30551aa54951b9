// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::unfold_copy.out: all slices of `size` elements along a dimension. Each slice starts `step`
// elements after the slice before it. The elements of a slice become the output's last dimension.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, unfold_copy.out,
                   "unfold_copy.out(Tensor self, int dimension, int size, int step, *, Tensor(a!) "
                   "out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDimension, kSize, kStep, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &view = call.view;
  const size_t dim = view.dim;
  const size_t d = take_dim(call, kDimension, dim);
  const int64_t size = take_integer(call, kSize);
  const int64_t step = take_integer(call, kStep);
  if (!call.require(size >= 0 && size <= view.sizes[d] && step > 0))
    return;
  const ptrdiff_t stride = view.strides[d];
  view.take({d, 0, (view.sizes[d] - size) / step + 1, step});
  call.require(view.insert(dim, static_cast<SizesType>(size), stride));
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
