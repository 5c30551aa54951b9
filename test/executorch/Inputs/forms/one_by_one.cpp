// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers kernels one by one. register_kernel() registers plus and minus. ExecuTorch's macro for
// custom operators registers half and quarter, if the release has this macro.

#include "stack.h"

#if __has_include(<executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>)
#include <executorch/extension/kernel_util/make_boxed_from_unboxed_functor.h>
#endif

namespace forms {

void plus(const float *in, float *out);
void minus(const float *in, float *out);

using executorch::aten::Tensor;
using executorch::runtime::KernelRuntimeContext;

Tensor &half_out(KernelRuntimeContext &, const Tensor &in, Tensor &out) {
  *out.mutable_data_ptr<float>() = *in.const_data_ptr<float>() / 2;
  return out;
}
Tensor &quarter_out(KernelRuntimeContext &, const Tensor &in, Tensor &out) {
  *out.mutable_data_ptr<float>() = *in.const_data_ptr<float>() / 4;
  return out;
}

} // namespace forms

namespace {

using executorch::runtime::Kernel;

#define BOXED(function)                                                                            \
  [](executorch::runtime::KernelRuntimeContext &, forms::Stack stack) {                            \
    forms::function(stack[0]->toTensor().const_data_ptr<float>(),                                  \
                    stack[1]->toTensor().mutable_data_ptr<float>());                               \
  }

[[maybe_unused]] const auto plus_registered =
    executorch::runtime::register_kernel(Kernel("forms::plus.out", BOXED(plus)));
[[maybe_unused]] const auto minus_registered =
    executorch::runtime::register_kernel(Kernel("forms::minus.out", BOXED(minus)));

#ifdef EXECUTORCH_LIBRARY
EXECUTORCH_LIBRARY(forms, "half.out", forms::half_out);
EXECUTORCH_LIBRARY(forms, "quarter.out", forms::quarter_out);
#endif

} // namespace
