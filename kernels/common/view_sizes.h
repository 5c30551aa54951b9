// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sizes that a view gives to a tensor's elements. In a header, as operators of two libraries
// take them.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Writes the sizes in `list`, of which one may be -1 for the elements that the others leave, to
/// `sizes`, which has kTensorDimensionLimit entries. False when they are not for as many elements
/// as `self` has.
inline bool read_view_sizes(Span<const int64_t> list, const Tensor &self, SizesType *sizes) {
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
    if (list[d] < 0 || list[d] > INT32_MAX ||
        __builtin_mul_overflow(known, static_cast<size_t>(list[d]), &known))
      return false;
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

/// Whether the elements, if there are any, lie in memory as their indices count, with the last
/// dimension fastest. Where a dimension of one element stands makes no difference.
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
