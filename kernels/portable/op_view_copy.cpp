// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::view_copy.out: the elements of self, in their order, with other sizes. The order is that of
// the indices: where both tensors also lie in memory so, it is one copy; else (channels-last)
// element by element.

#include <cstring>

#include "../common/copy.h"
#include "../common/view_sizes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Where element `index`, counted with the last dimension fastest, lies: in elements.
size_t offset_of(const Tensor &tensor, size_t index) {
  size_t offset = 0;
  for (size_t d = tensor.dim(); d-- != 0;) {
    size_t size = static_cast<size_t>(tensor.size(d));
    offset += index % size * static_cast<size_t>(tensor.strides()[d]);
    index /= size;
  }
  return offset;
}

} // namespace

ET_FALLBACK_KERNEL(aten, view_copy.out,
                   "view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call(context, args, 3);
  const auto [self, out] = take_copy_operands(call, 2);
  const Span<const int64_t> list = call.list(1);
  SizesType sizes[kTensorDimensionLimit];
  call.require(call.ok() && read_view_sizes(list, self, sizes));
  call.resize(out, {sizes, list.size()});
  if (!call.ok())
    return;
  size_t count = out.numel();
  size_t size = out.element_size();
  if (count == 0)
    return;
  char *to = out.mutable_data_ptr<char>();
  const char *from = self.const_data_ptr<char>();
  if (in_index_order(self) && in_index_order(out)) {
    std::memmove(to, from, count * size);
    return;
  }
  for (size_t i = 0; i < count; ++i)
    std::memmove(to + offset_of(out, i) * size, from + offset_of(self, i) * size, size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
