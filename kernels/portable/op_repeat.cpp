// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::repeat.out: repeats a tensor along each dimension. Additional items of `repeats` add
// dimensions in front. To fill a dimension, the kernel copies the slices that are already written.
// Each copy doubles the number of slices, until the dimension is full.

#include "../common/view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(aten, repeat.out,
                   "repeat.out(Tensor self, SymInt[] repeats, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kSelf, kRepeats, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &view = call.view;
  const Span<const int64_t> repeats = call.list(kRepeats);
  const Tensor out = call.any_tensor(kOut);
  while (call.ok() && view.dim < repeats.size())
    call.require(view.insert(0, 1, 0));
  if (!call.require(call.ok() && view.dim == repeats.size()))
    return;
  View from = view;
  for (size_t d = 0; d < view.dim; ++d) {
    int64_t size = 0;
    if (!call.require(repeats[d] >= 0 &&
                      !__builtin_mul_overflow(repeats[d], view.sizes[d], &size) &&
                      size <= INT32_MAX))
      return;
    view.sizes[d] = static_cast<SizesType>(size);
  }
  if (!call.shape(out) || out.numel() == 0)
    return;
  View to;
  to.assign(out);
  const View whole = to;
  for (size_t d = 0; d < to.dim; ++d)
    to.sizes[d] = from.sizes[d];
  copy_views(out, to, call.self.const_data_ptr<char>(), from);
  from = to;
  for (size_t d = to.dim; d-- != 0;) {
    const SizesType size = whole.sizes[d];
    for (SizesType done = to.sizes[d]; done < size;) {
      const SizesType more = done < size - done ? done : size - done;
      to.sizes[d] = more;
      to.offset = done * to.strides[d];
      copy_views(out, to, out.const_data_ptr<char>(), from);
      done += more;
      from.sizes[d] = done;
    }
    to.offset = 0;
    to.sizes[d] = from.sizes[d] = size;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
