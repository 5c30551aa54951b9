// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "et/tensor.h"

namespace et {

bool dim_order_to_strides(const SizesType *sizes, const DimOrderType *dim_order, size_t dim,
                          StridesType *strides) {
  if (dim > kTensorDimensionLimit)
    return false;
  uint32_t seen = 0;
  int64_t stride = 1;
  for (size_t i = dim; i-- > 0;) {
    const size_t d = dim_order[i];
    if (d >= dim || sizes[d] < 0 || stride > INT32_MAX)
      return false;
    seen |= uint32_t(1) << d;
    strides[d] = static_cast<StridesType>(stride);
    stride *= sizes[d] > 1 ? sizes[d] : 1;
  }
  return seen + 1 == uint32_t(1) << dim;
}

Error resize_tensor(Tensor tensor, Span<const SizesType> sizes) {
  if (tensor.dim() != sizes.size())
    return Error::NotSupported;
  for (size_t d = 0; d < sizes.size(); ++d)
    if (tensor.size(d) != sizes[d])
      return Error::NotSupported;
  return Error::Ok;
}

} // namespace et
