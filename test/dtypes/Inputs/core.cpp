// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a runtime of this shape has out of line.

#include <executorch/runtime/core/evalue.h>

namespace executorch {
namespace runtime {

etensor::TensorImpl::TensorImpl(ScalarType type, int32_t numel, void *data)
    : data_(data), numel_(numel), type_(type) {}

template <> Span<etensor::Tensor> BoxedEvalueList<etensor::Tensor>::get() const {
  for (size_t i = 0; i < wrapped_vals_.size(); ++i)
    unwrapped_vals_[i] = wrapped_vals_[i]->toTensor();
  return {unwrapped_vals_, wrapped_vals_.size()};
}

} // namespace runtime
} // namespace executorch
