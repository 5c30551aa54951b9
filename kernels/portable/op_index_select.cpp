// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::index_select.out: concatenates, along `dim`, the slices of self that the index selects. A
// tensor without dimensions has only one slice, the element.

#include "../common/view.h"
#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, index_select.out,
                   "index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kDim, kIndexArgument, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &from = call.view;
  const size_t d = take_dim(call, kDim, from.dim);
  const Tensor index = call.any_tensor(kIndexArgument);
  const Tensor out = call.any_tensor(kOut);
  if (!call.require(call.ok() && index.dim() <= 1 && (from.dim != 0 || index.numel() == 1) &&
                    !is_same(out, call.self) && !is_same(out, index)))
    return;
  const SizesType size = from.sizes[d];
  require_indices(call, index, 0, size);
  from.sizes[d] = static_cast<SizesType>(index.numel());
  if (!call.resize(out, from.shape()) || !call.require(out.scalar_type() == call.dtype) ||
      out.numel() == 0)
    return;
  CopyLoops loops(out.element_size());
  const Span<const DimOrderType> order = out.dim_order();
  for (size_t i = order.size(); i-- != 0;)
    if (order[i] != d)
      loops.add(from.sizes[order[i]], byte_stride(out, order[i]), from.strides[order[i]]);
  char *to = out.mutable_data_ptr<char>();
  const char *const slices = call.self.const_data_ptr<char>();
  const char *at = index.const_data_ptr<char>();
  const ptrdiff_t to_step = stride_along(out, d);
  const ptrdiff_t from_step = from.strides[d];
  const size_t step = index.element_size();
  for (size_t left = index.numel(); left != 0; --left) {
    loops.run(to, slices + index_offset(at, size, from_step));
    to += to_step;
    at += step;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
