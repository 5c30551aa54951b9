// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::index_select.out: the slices of self along `dim` that the index names, one after another.
// Of a tensor without dimensions it is the element itself.

#include "../common/copy.h"
#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, index_select.out,
                   "index_select.out(Tensor self, int dim, Tensor index, *, Tensor(a!) out) "
                   "-> Tensor(a!)") {
  ViewCopy call(context, args.items(), args.size(), 4);
  View &from = call.view;
  const size_t d = take_dim(call, 1, from.dim);
  const Tensor index = call.any_tensor(2);
  const Tensor out = call.any_tensor(3);
  if (!call.require(call.ok() && index.dim() <= 1 && (from.dim != 0 || index.numel() == 1) &&
                    !is_same(out, call.self) && !is_same(out, index)))
    return;
  const SizesType size = from.sizes[d];
  require_indices(call, index, 0, size);
  from.sizes[d] = static_cast<SizesType>(index.numel());
  if (!call.resize(out, from.shape()) || !call.require(out.scalar_type() == call.dtype))
    return;
  View to;
  to.show(out);
  const SizesType count = from.sizes[d];
  from.sizes[d] = to.sizes[d] = 1;
  const char *at = index.const_data_ptr<char>();
  for (SizesType i = 0; i < count; ++i) {
    from.offset = index_offset(at, size, from.strides[d]);
    copy_views(out, to, call.self.const_data_ptr<char>(), from);
    to.offset += to.strides[d];
    at += index.element_size();
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
