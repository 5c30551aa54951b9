// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// executorch_prim::et_copy_index.tensor: writes copy_from as slice `index` of copy_to. It appends
// what a loop yields: copy_to has `index` + 1 slices afterwards, so that its shape is dynamic.

#include <algorithm>
#include <cstring>

#include "et/kernel.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

/// Whether slices of `whole` are of the kind and layout of `slice`, and lie one after the other.
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
  if (args.size() < 3 || !args[0]->isTensor() || !args[1]->isTensor() || !args[2]->isInt())
    return context.fail(Error::InvalidArgument);
  const Tensor whole = args[0]->toTensor(), slice = args[1]->toTensor();
  const int64_t index = args[2]->toInt();
  if (!has_slices(whole, slice) || index < 0 || index >= INT32_MAX)
    return context.fail(Error::InvalidArgument);

  SizesType sizes[kTensorDimensionLimit];
  std::copy(whole.sizes().begin(), whole.sizes().end(), sizes);
  const void *const before = whole.const_data_ptr();
  sizes[0] = static_cast<SizesType>(index + 1);
  const Error error = resize_tensor(whole, {sizes, whole.dim()});
  // New memory would not have the slices so far.
  if (error != Error::Ok || (index != 0 && whole.const_data_ptr() != before))
    return context.fail(Error::InvalidState);

  const size_t size = slice.nbytes();
  if (size == 0)
    return;
  if (!whole.const_data_ptr() || !slice.const_data_ptr())
    return context.fail(Error::InvalidArgument);
  std::memmove(whole.mutable_data_ptr<char>() + static_cast<size_t>(index) * size,
               slice.const_data_ptr(), size);
}

} // namespace et::ET_KERNEL_LIBRARY
