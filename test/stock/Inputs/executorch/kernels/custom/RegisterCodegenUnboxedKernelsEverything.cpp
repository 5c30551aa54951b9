// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registration of the custom library, as a generator would write it for the entries of KERNELS:
// all of custom.def or those that are selected.

#include <executorch/kernels/registration.h>

namespace torch::executor {

using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::etensor::Tensor;

namespace native {
#define CUSTOM(name, key, function)                                                                \
  Tensor &function(KernelRuntimeContext &, const Tensor &, const Tensor &, Tensor &);
#include KERNELS
#undef CUSTOM
} // namespace native

namespace function {
namespace {

static Kernel kernels_to_register[] = {
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
