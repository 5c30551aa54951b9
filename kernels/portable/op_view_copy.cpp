// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::view_copy.out: the elements of self, in their order, with other sizes. The order is that of
// the indices: where both tensors also lie in memory so, it is one copy; else (channels-last)
// element by element.

#include <cstring>

#include "copy.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool in_index_order(const Tensor &tensor) {
  for (size_t d = 0; d < tensor.dim(); ++d)
    if (tensor.dim_order()[d] != d)
      return false;
  return true;
}

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

/// Whether `list`, in which one size may be -1 for whatever is left, names the sizes of `out`.
bool names_sizes(Span<const int64_t> list, const Tensor &out) {
  if (list.size() != out.dim())
    return false;
  size_t known = 1;
  bool inferred = false;
  for (size_t d = 0; d < list.size(); ++d) {
    if (list[d] != -1) {
      if (list[d] != out.size(d))
        return false;
      known *= static_cast<size_t>(list[d]);
    } else if (inferred) {
      return false;
    } else {
      inferred = true;
    }
  }
  // With no elements along the other dimensions any size would do.
  return !inferred || known != 0;
}

} // namespace

ET_FALLBACK_KERNEL(aten, view_copy.out,
                   "view_copy.out(Tensor self, SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {
  Tensor self, out;
  if (!take_copy_operands(args, 2, self, out) || !args[1]->isIntList() ||
      self.numel() != out.numel() || !names_sizes(args[1]->toIntList(), out))
    return context.fail(Error::InvalidArgument);
  size_t count = out.numel();
  size_t size = out.element_size();
  if (count == 0)
    return;
  char *to = out.mutable_data_ptr<char>();
  const char *from = self.const_data_ptr<char>();
  if (in_index_order(self) && in_index_order(out)) {
    std::memcpy(to, from, count * size);
    return;
  }
  for (size_t i = 0; i < count; ++i)
    std::memcpy(to + offset_of(out, i) * size, from + offset_of(self, i) * size, size);
}

} // namespace et::ET_KERNEL_LIBRARY
