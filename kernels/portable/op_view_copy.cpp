// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::view_copy.out: the elements of self, in their order, with other sizes. The order is that of
// the indices: where both tensors also lie in memory so, it is one copy; else (channels-last)
// element by element.

#include <cstring>

#include "copy.h"
#include "output.h"
#include "view_sizes.h"

namespace et::ET_KERNEL_LIBRARY {
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
  Tensor self, out;
  SizesType sizes[kTensorDimensionLimit];
  if (!take_copy_operands(args, 2, self, out) || !args[1]->isIntList() ||
      !read_view_sizes(args[1]->toIntList(), self, sizes))
    return context.fail(Error::InvalidArgument);
  if (!resize_output(context, out, sizes, args[1]->toIntList().size()))
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

} // namespace et::ET_KERNEL_LIBRARY
