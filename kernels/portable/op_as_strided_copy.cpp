// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::as_strided_copy.out: copies the elements that `size`, `stride` and `storage_offset`
// describe in the memory of self. Strides and offset count elements. The call fails if a stride or
// the offset is negative, or if an element is outside of self.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, as_strided_copy.out,
                   "as_strided_copy.out(Tensor self, SymInt[] size, SymInt[] stride, SymInt? "
                   "storage_offset=None, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kSize, kStride, kStorageOffset, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &view = call.view;
  const Span<const int64_t> sizes = call.list(kSize);
  const Span<const int64_t> strides = call.list(kStride);
  const int64_t first = call.is_none(kStorageOffset) ? 0 : take_integer(call, kStorageOffset);
  if (!call.require(call.ok() && sizes.size() == strides.size() &&
                    sizes.size() <= kTensorDimensionLimit))
    return;
  const size_t element = call.self.element_size();
  int64_t last = first;
  bool fits = first >= 0;
  bool empty = false;
  view.dim = sizes.size();
  for (size_t d = 0; d < view.dim; ++d) {
    int64_t distance;
    if (!call.require(sizes[d] >= 0 && sizes[d] <= INT32_MAX && strides[d] >= 0))
      return;
    fits = fits && !__builtin_mul_overflow(sizes[d] - 1, strides[d], &distance) &&
           !__builtin_add_overflow(last, distance, &last);
    empty = empty || sizes[d] == 0;
    view.sizes[d] = static_cast<SizesType>(sizes[d]);
    // The stride of a dimension of size 1 is never used. In bytes, it could overflow.
    view.strides[d] =
        sizes[d] > 1 ? static_cast<ptrdiff_t>(static_cast<size_t>(strides[d]) * element) : 0;
  }
  if (!call.require(first >= 0 &&
                    (empty || (fits && last < static_cast<int64_t>(call.self.numel())))))
    return;
  view.offset = empty ? 0 : static_cast<ptrdiff_t>(first) * static_cast<ptrdiff_t>(element);
  call.copy_to(kOut);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
