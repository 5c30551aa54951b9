// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::expand_copy.out: a copy that repeats the elements along dimensions of size 1, and along new
// dimensions in front. A size of -1 keeps the input's size.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, expand_copy.out,
                   "expand_copy.out(Tensor self, SymInt[] size, *, bool implicit=False, Tensor(a!) "
                   "out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kSize, kImplicit, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &view = call.view;
  const Span<const int64_t> sizes = call.list(kSize);
  call.boolean(kImplicit);
  const size_t own = view.dim;
  while (call.ok() && view.dim < sizes.size())
    call.require(view.insert(0, 1, 0));
  if (!call.require(view.dim == sizes.size()))
    return;
  const size_t first = view.dim - own;
  for (size_t d = 0; d < view.dim; ++d) {
    const int64_t size = sizes[d];
    if ((size == -1 && d >= first) || size == view.sizes[d])
      continue;
    if (!call.require(view.sizes[d] == 1 && size >= 0 && size <= INT32_MAX))
      return;
    view.sizes[d] = static_cast<SizesType>(size);
    view.strides[d] = 0;
  }
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
