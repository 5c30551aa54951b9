// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::roll.out: shifts elements along dimensions; elements that leave at the end enter at the
// front. If the list of dimensions is empty, the kernel treats the tensor as one dimension with all
// elements in index order. As in PyTorch, a dimension may be named twice; the two shifts are added.

#include "../common/dims.h"
#include "../common/view.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The shift of each dimension, in [0, size).
struct Shifts {
  SizesType by[kTensorDimensionLimit] = {};

  void add(size_t d, int64_t shift, SizesType size) {
    if (size == 0)
      return;
    SizesType more = static_cast<SizesType>(shift % size);
    if (more < 0)
      more += size;
    const SizesType room = size - by[d];
    by[d] = more < room ? by[d] + more : more - room;
  }
};

/// Each shift divides its dimension into two parts: one part wraps around, the rest does not. Each
/// step of the loop copies one combination of parts. A set bit in `parts` selects the wrapped part.
void roll(const Tensor &out, const View &to, const char *in, const View &from,
          const Shifts &shifts) {
  for (uint32_t parts = 0;; ++parts) {
    View target = to;
    View source = from;
    uint32_t rest = parts;
    for (size_t d = 0; d < from.dim; ++d) {
      const SizesType shift = shifts.by[d];
      if (shift == 0)
        continue;
      const SizesType stays = from.sizes[d] - shift;
      const bool wraps = (rest & 1) != 0;
      rest >>= 1;
      source.take({d, wraps ? stays : 0, wraps ? shift : stays, 1});
      target.take({d, wraps ? 0 : shift, wraps ? shift : stays, 1});
    }
    if (rest != 0)
      return;
    copy_views(out, target, in, source);
  }
}

} // namespace

ET_FALLBACK_KERNEL(aten, roll.out,
                   "roll.out(Tensor self, SymInt[1] shifts, int[1] dims=[], *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  enum Arguments : size_t { kSelf, kShifts, kDims, kOut, kCount };
  ViewCopy call(context, args, kCount);
  View &from = call.view;
  const Span<const int64_t> by = call.list(kShifts);
  const Span<const int64_t> dims = call.list(kDims);
  const Tensor out = call.any_tensor(kOut);
  Shifts shifts;
  if (!call.require(call.ok() && by.size() == (dims.empty() ? 1 : dims.size())))
    return;
  for (size_t i = 0; i < dims.size(); ++i) {
    uint8_t d;
    if (!call.require(from.dim != 0 && normalize_dim(dims[i], from.dim, d)))
      return;
    shifts.add(d, by[i], from.sizes[d]);
  }
  const size_t count = call.self.numel();
  if (dims.empty() && !call.require(in_index_order(call.self) && count <= INT32_MAX))
    return;
  if (!call.shape(out) || !call.require(!dims.empty() || in_index_order(out)) || count == 0)
    return;
  View to;
  to.assign(out);
  if (dims.empty() && from.dim != 0) {
    // Treats all elements as one dimension.
    for (size_t d = 1; d < from.dim; ++d)
      from.sizes[d] = 1;
    from.sizes[0] = static_cast<SizesType>(count);
    from.strides[0] = static_cast<ptrdiff_t>(out.element_size());
    to = from;
    shifts.add(0, by[0], from.sizes[0]);
  }
  roll(out, to, call.self.const_data_ptr<char>(), from, shifts);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
