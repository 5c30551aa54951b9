// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See layout.h.

#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

bool lies_in_order(const Tensor &tensor, size_t count, const uint8_t *dims) {
  int64_t stride = 1;
  for (size_t i = 0; i < count; ++i) {
    size_t d = dims ? dims[i] : count - 1 - i;
    if (tensor.size(d) < 2)
      continue;
    if (tensor.strides()[d] != stride)
      return false;
    stride *= tensor.size(d);
  }
  return true;
}

} // namespace

bool is_contiguous(const Tensor &tensor) { return lies_in_order(tensor, tensor.dim(), nullptr); }

bool is_channels_last(const Tensor &tensor) {
  static constexpr uint8_t dims[] = {1, 3, 2, 0};
  return tensor.dim() == 4 && lies_in_order(tensor, 4, dims);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
