// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the kernels of a library in the same way as the code that ExecuTorch's build generates.
// The macro KERNELS is the name of a file with a line for each kernel, UNARY(name, function) for
// example. The file has all kernels of the library, or only selected kernels.

#pragma once

#include <executorch/kernels/registration.h>

namespace torch::executor {

using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::etensor::Tensor;

namespace native {
#define UNARY(name, function) Tensor &function(KernelRuntimeContext &, const Tensor &, Tensor &);
#define REDUCTION UNARY
#define BINARY(name, function)                                                                     \
  Tensor &function(KernelRuntimeContext &, const Tensor &, const Tensor &, Tensor &);
#define SCALAR(name, function)                                                                     \
  Tensor &function(KernelRuntimeContext &, const Tensor &, double, Tensor &);
#define CUSTOM(name, key, function) BINARY(name, function)
#include KERNELS
#undef CUSTOM
#undef UNARY
#undef BINARY
#undef SCALAR
} // namespace native

namespace function {
namespace {

static Kernel kernels_to_register[] = {
#define UNARY(name, function)                                                                      \
  Kernel(name, BOXED(native::function(context, stack[0]->toTensor(), stack[4]->toTensor()))),
#define BINARY(name, function)                                                                     \
  Kernel(name, BOXED(native::function(context, stack[0]->toTensor(), stack[1]->toTensor(),         \
                                      stack[4]->toTensor()))),
#define SCALAR(name, function)                                                                     \
  Kernel(name, BOXED(native::function(context, stack[0]->toTensor(), stack[3]->toDouble(),         \
                                      stack[4]->toTensor()))),
#define CUSTOM(name, key, function)                                                                \
  Kernel(name, key,                                                                                \
         BOXED(native::function(context, stack[0]->toTensor(), stack[1]->toTensor(),               \
                                stack[4]->toTensor()))),
#include KERNELS
};

static STOCK_REGISTER(kernels_to_register)

} // namespace
} // namespace function
} // namespace torch::executor
