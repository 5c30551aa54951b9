// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): what is
// done to tensors.

#pragma once

#include <executorch/runtime/core/exec_aten/exec_aten.h>

namespace executorch {
namespace runtime {

inline Error resize_tensor(aten::Tensor tensor, aten::ArrayRef<aten::SizesType> sizes) {
  return tensor.unsafeGetTensorImpl()->resize(sizes);
}

namespace internal {

inline Error set_tensor_data(const aten::Tensor &tensor, void *data, size_t size) {
  if (size < tensor.nbytes())
    return Error::InvalidArgument;
  tensor.unsafeGetTensorImpl()->set_data(data, size);
  return Error::Ok;
}

} // namespace internal
} // namespace runtime
} // namespace executorch
