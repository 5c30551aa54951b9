// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the kernels as ExecuTorch's generated code does. The macro SELECTED can name a file
// with fewer operators than operators.def.

#include <executorch/runtime/kernel/operator_registry.h>

#include "kernels.h"

using executorch::runtime::EValue;
using executorch::runtime::Kernel;

namespace torch::executor {
namespace native {
#define UNARY(name) Tensor &name##_out(KernelRuntimeContext &, const Tensor &, Tensor &);
#define BINARY(name)                                                                               \
  Tensor &name##_out(KernelRuntimeContext &, const Tensor &, const Tensor &, Tensor &);
#define LIST(name) Tensor &name##_out(KernelRuntimeContext &, Span<Tensor>, Tensor &);
#include "operators.def"
#undef UNARY
#undef BINARY
#undef LIST
} // namespace native

namespace function {
namespace {

#define BOXED(...) [](KernelRuntimeContext &context, Span<EValue *> stack) { __VA_ARGS__; }
#define OUT(i) const_cast<Tensor &>(stack[i]->toTensor())
#define UNARY(name)                                                                                \
  Kernel("aten::" #name ".out", BOXED(native::name##_out(context, stack[0]->toTensor(), OUT(1)))),
#define BINARY(name)                                                                               \
  Kernel("aten::" #name ".out",                                                                    \
         BOXED(native::name##_out(context, stack[0]->toTensor(), stack[1]->toTensor(), OUT(2)))),
#define LIST(name)                                                                                 \
  Kernel("aten::" #name ".out",                                                                    \
         BOXED(native::name##_out(context, stack[0]->toTensorList(), OUT(1)))),
#ifdef SELECTED
#define OPERATORS SELECTED
#else
#define OPERATORS "operators.def"
#endif
static Kernel kernels_to_register[] = {
#include OPERATORS
};

static executorch::runtime::Span<const Kernel>
    kernel_span(kernels_to_register,
                kernels_to_register + sizeof(kernels_to_register) / sizeof(Kernel));
static auto success = executorch::runtime::register_kernels(kernel_span);

} // namespace
} // namespace function
} // namespace torch::executor
