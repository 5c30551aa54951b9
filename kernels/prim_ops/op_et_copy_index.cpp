// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::et_copy_index.tensor: gives `copy_to` the size `index` + 1 along the first
// dimension, and copies `copy_from` to the last slice. Programs call this operator in loops that
// append slices.

#include <algorithm>
#include <cstring>

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// True if `whole` is an array of slices with the dtype, the shape and the dim order of `slice`.
bool has_slices(const Tensor &whole, const Tensor &slice) {
  if (whole.scalar_type() != slice.scalar_type() || slice.element_size() == 0 ||
      whole.dim() != slice.dim() + 1 || whole.dim_order()[0] != 0)
    return false;
  for (size_t d = 0; d < slice.dim(); ++d)
    if (whole.size(d + 1) != slice.size(d) || whole.dim_order()[d + 1] != slice.dim_order()[d] + 1)
      return false;
  return true;
}

} // namespace

ET_FALLBACK_KERNEL(executorch_prim, et_copy_index.tensor,
                   "et_copy_index.tensor(Tensor(a!) copy_to, Tensor copy_from, int index) -> ()") {
  enum Arguments : size_t { kCopyTo, kCopyFrom, kIndex };
  Call call(context, args, 3);
  const Tensor whole = call.any_tensor(kCopyTo), slice = call.any_tensor(kCopyFrom);
  const int32_t index = call.integer(kIndex, 0, INT32_MAX - 1);
  call.require(call.ok() && has_slices(whole, slice));
  if (!call.ok())
    return;

  SizesType sizes[kTensorDimensionLimit];
  std::copy(whole.sizes().begin(), whole.sizes().end(), sizes);
  const void *const before = whole.const_data_ptr();
  sizes[0] = index + 1;
  const Error error = resize_tensor(whole, {sizes, whole.dim()});
  // If resizing has moved the tensor to other memory, the earlier slices are lost. Then fail.
  if (error != Error::Ok || (index != 0 && whole.const_data_ptr() != before))
    return call.fail(Error::InvalidState);

  const size_t size = slice.nbytes();
  if (size == 0)
    return;
  call.require(whole.const_data_ptr() && slice.const_data_ptr());
  if (call.ok())
    std::memmove(whole.mutable_data_ptr<char>() + static_cast<size_t>(index) * size,
                 slice.const_data_ptr(), size);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
