// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A prim op that is no lambda.

#include <executorch/runtime/kernel/operator_registry.h>

using namespace executorch::runtime;

namespace torch::executor::function {

void et_view(KernelRuntimeContext &, Span<EValue *> stack) {
  const etensor::Tensor &from = stack[1]->toTensor();
  for (size_t i = 0; i < etensor::Tensor::size; ++i)
    stack[4]->toTensor().data[i] = from.data[i] / 16;
}

} // namespace torch::executor::function
