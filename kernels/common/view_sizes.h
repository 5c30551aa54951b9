// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument `size` of view operators, and a check that a tensor is contiguous.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Writes the sizes in `list` to `sizes`, which has kTensorDimensionLimit entries. One size may be
/// -1; the function computes this size from the number of elements of `self` and the other sizes.
/// Returns false if the sizes do not give this number of elements.
inline bool read_view_sizes(Span<const int64_t> list, const Tensor &self, SizesType *sizes) {
  if (list.size() > kTensorDimensionLimit)
    return false;
  const size_t count = self.numel();
  size_t known = 1;
  size_t inferred = list.size(); // index of the -1
  for (size_t d = 0; d < list.size(); ++d) {
    if (list[d] == -1 && inferred == list.size()) {
      inferred = d;
      continue;
    }
    if (list[d] < 0 || list[d] > INT32_MAX ||
        __builtin_mul_overflow(known, static_cast<size_t>(list[d]), &known))
      return false;
    sizes[d] = static_cast<SizesType>(list[d]);
  }
  if (inferred == list.size())
    return known == count;
  // If the other sizes give no elements, -1 could stand for any size.
  if (known == 0 || count % known != 0 || count / known > INT32_MAX)
    return false;
  sizes[inferred] = static_cast<SizesType>(count / known);
  return true;
}

/// True if the tensor is contiguous or has no elements. The strides of dimensions of size 1 do not
/// matter.
inline bool in_index_order(const Tensor &tensor) {
  if (tensor.numel() == 0)
    return true;
  size_t stride = 1;
  for (size_t d = tensor.dim(); d-- != 0;) {
    const size_t size = static_cast<size_t>(tensor.size(d));
    if (size != 1 && static_cast<size_t>(tensor.strides()[d]) != stride)
      return false;
    stride *= size;
  }
  return true;
}

} // namespace et::kernels
