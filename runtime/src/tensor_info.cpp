// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tensor_info.h"

#include <cstring>

#include "dynamic_tensor.h"

namespace et {

Result<TensorInfo> read_tensor_info(const schema::Tensor &tensor) {
  TensorInfo info;
  info.scalar_type = static_cast<ScalarType>(tensor.scalar_type());
  const size_t element = dtype_size(info.scalar_type);
  if (element == 0 || tensor.layout() != 0 || tensor.storage_offset() != 0)
    return Error::NotSupported;

  const size_t dim = length_of(tensor.sizes());
  if (dim > kTensorDimensionLimit || length_of(tensor.dim_order()) != dim)
    return Error::InvalidProgram;
  if (dim != 0) {
    info.sizes = {tensor.sizes()->data(), dim};
    info.dim_order = {tensor.dim_order()->data(), dim};
  }
  StridesType strides[kTensorDimensionLimit];
  if (!dim_order_to_strides(info.sizes.data(), info.dim_order.data(), dim, strides))
    return Error::InvalidProgram;

  if (!count_bytes(info.sizes, element, info.nbytes))
    return Error::InvalidProgram;
  info.is_memory_planned = tensor.allocation_info() != nullptr;
  info.shape_dynamism = static_cast<TensorShapeDynamism>(tensor.shape_dynamism());
  if (info.shape_dynamism > TensorShapeDynamism::DYNAMIC_UNBOUND)
    return Error::NotSupported;
  return info;
}

bool have_same_layout(const schema::Tensor *a, const schema::Tensor *b) {
  if (!a || !b)
    return a == b;
  const Result<TensorInfo> left = read_tensor_info(*a);
  const Result<TensorInfo> right = read_tensor_info(*b);
  if (!left.ok() || !right.ok())
    return false;
  const TensorInfo &x = left.get();
  const TensorInfo &y = right.get();
  const size_t dim = x.dim_order.size();
  return x.scalar_type == y.scalar_type && dim == y.dim_order.size() &&
         (dim == 0 || memcmp(x.dim_order.data(), y.dim_order.data(), dim) == 0);
}

} // namespace et
