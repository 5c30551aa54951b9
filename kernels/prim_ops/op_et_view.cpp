// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::et_view.default: self with other sizes, one of which may be -1 for whatever is
// left. The output shares self's data; one that has memory of its own elsewhere gets a copy.

#include <cstring>

#include "et/kernel.h"
#include "view_sizes.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

bool has_own_memory(const Tensor &tensor) {
  const TensorStorage storage = tensor.unsafeGetTensorImpl()->storage;
  return tensor.const_data_ptr() && storage != TensorStorage::View &&
         storage != TensorStorage::ConstantView;
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
      !in_index_order(self) || !in_index_order(out) || !read_view_sizes(list, self, sizes))
    return context.fail(Error::InvalidArgument);
  const Span<const SizesType> shape(sizes, list.size());
  if (!has_own_memory(out) || out.const_data_ptr() == self.const_data_ptr()) {
    const Error error = share_tensor_data(out, self, shape);
    if (error != Error::Ok)
      context.fail(error);
    return;
  }
  const Error error = resize_tensor(out, shape);
  if (error != Error::Ok)
    return context.fail(error);
  const size_t size = self.nbytes();
  if (size == 0)
    return;
  if (!self.const_data_ptr())
    return context.fail(Error::InvalidArgument);
  std::memmove(out.mutable_data_ptr(), self.const_data_ptr(), size);
}

} // namespace et::ET_KERNEL_LIBRARY
