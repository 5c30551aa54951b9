// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These prim ops are functions. The other prim ops are lambdas in register_prim_ops.cpp.

#include <executorch/runtime/kernel/operator_registry.h>

using namespace executorch::runtime;

namespace torch::executor::function {

void et_copy_index(KernelRuntimeContext &context, Span<EValue *> stack) {
  const etensor::Tensor &from = stack[0]->toTensor();
  etensor::Tensor &to = stack[4]->toTensor();
  const int64_t index = stack[3]->toInt();
  if (index < 0 || index >= static_cast<int64_t>(etensor::Tensor::size)) {
    context.fail(Error::InvalidArgument);
    return;
  }
  to = stack[1]->toTensor();
  to.data[index] = from.data[0] * 64;
}

void et_view(KernelRuntimeContext &, Span<EValue *> stack) {
  const etensor::Tensor &from = stack[1]->toTensor();
  for (size_t i = 0; i < etensor::Tensor::size; ++i)
    stack[4]->toTensor().data[i] = from.data[i] / 16;
}

} // namespace torch::executor::function
