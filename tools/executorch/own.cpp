// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A user's two operators. At program start, each operator has its own call of register_kernel()
// with a Kernel on the stack, as in the code of ExecuTorch's macro EXECUTORCH_LIBRARY.

#include <executorch/runtime/core/evalue.h>
#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>

using executorch::aten::Tensor;
using namespace executorch::runtime;

namespace own {
void twice(const Tensor &in, Tensor &out) {
  for (ssize_t i = 0; i < in.numel(); ++i)
    out.mutable_data_ptr<float>()[i] = 2 * in.const_data_ptr<float>()[i];
}
static void halve(const Tensor &in, Tensor &out) {
  for (ssize_t i = 0; i < in.numel(); ++i)
    out.mutable_data_ptr<float>()[i] = in.const_data_ptr<float>()[i] / 2;
}
template <void (*F)(const Tensor &, Tensor &)> struct Boxed {
  static void call(KernelRuntimeContext &, Span<EValue *> stack) {
    F(stack[0]->toTensor(), stack[1]->toTensor());
  }
};
template <void (*F)(const Tensor &, Tensor &)> static Kernel boxed_kernel(const char *name) {
  return Kernel(name, Boxed<F>::call);
}
static auto first = register_kernel(boxed_kernel<twice>("own::twice.out"));
static auto second = register_kernel(boxed_kernel<halve>("own::halve.out"));
} // namespace own
