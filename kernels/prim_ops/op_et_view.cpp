// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::et_view.default: self with other sizes, one of which may be -1 for whatever is
// left. An output with memory of its own gets a copy.

#include <cstring>

#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool in_index_order(const Tensor &tensor) {
  for (size_t d = 0; d < tensor.dim(); ++d)
    if (tensor.dim_order()[d] != d)
      return false;
  return true;
}

/// The sizes that `list` gives to as many elements as `self` has.
bool read_sizes(Span<const int64_t> list, const Tensor &self, SizesType *sizes) {
  if (list.size() > kTensorDimensionLimit)
    return false;
  const size_t count = self.numel();
  size_t known = 1;
  size_t inferred = list.size(); // which of them
  for (size_t d = 0; d < list.size(); ++d) {
    if (list[d] == -1 && inferred == list.size()) {
      inferred = d;
      continue;
    }
    size_t product;
    if (list[d] < 0 || list[d] > INT32_MAX ||
        __builtin_mul_overflow(known, static_cast<size_t>(list[d]), &product))
      return false;
    known = product;
    sizes[d] = static_cast<SizesType>(list[d]);
  }
  if (inferred == list.size())
    return known == count;
  // With no elements along the other dimensions any size would do.
  if (known == 0 || count % known != 0 || count / known > INT32_MAX)
    return false;
  sizes[inferred] = static_cast<SizesType>(count / known);
  return true;
}

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, et_view.default,
                   "et_view.default(Tensor self, int[] size, Tensor(a!) out) -> ()") {
  if (args.size() < 3 || !args[0]->isTensor() || !args[1]->isIntList() || !args[2]->isTensor())
    return context.fail(Error::InvalidArgument);
  const Tensor self = args[0]->toTensor(), out = args[2]->toTensor();
  const Span<const int64_t> list = args[1]->toIntList();
  SizesType sizes[kTensorDimensionLimit];
  if (self.scalar_type() != out.scalar_type() || self.element_size() == 0 ||
      !in_index_order(self) || !in_index_order(out) || !read_sizes(list, self, sizes))
    return context.fail(Error::InvalidArgument);
  const Error error = resize_tensor(out, {sizes, list.size()});
  if (error != Error::Ok)
    return context.fail(error);
  const size_t size = self.nbytes();
  if (size == 0)
    return;
  if (!self.const_data_ptr() || !out.const_data_ptr())
    return context.fail(Error::InvalidArgument);
  std::memmove(out.mutable_data_ptr(), self.const_data_ptr(), size);
}

} // namespace et::ET_KERNEL_LIBRARY
