// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers an array of kernels, in the form that ExecuTorch's generator writes.

#include "stack.h"

using executorch::runtime::Kernel;
using executorch::runtime::Span;

namespace forms {
void twice(const float *in, float *out);
void negate_float(const float *in, float *out);
void negate_int(const int *in, int *out);
void unused(const float *in, float *out);
} // namespace forms

namespace {

#define BOXED(function, type)                                                                      \
  [](executorch::runtime::KernelRuntimeContext &, forms::Stack stack) {                            \
    forms::function(stack[0]->toTensor().const_data_ptr<type>(),                                   \
                    stack[1]->toTensor().mutable_data_ptr<type>());                                \
  }

static Kernel kernels_to_register[] = {
    Kernel("forms::twice.out", BOXED(twice, float)),
    Kernel("forms::negate.out", "v1/6;0|6;0|6;0", BOXED(negate_float, float)),
    Kernel("forms::negate.out", "v1/3;0|3;0|3;0", BOXED(negate_int, int)),
    Kernel("forms::unused.out", BOXED(unused, float)),
};

static Span<const Kernel> kernel_span(kernels_to_register,
                                      kernels_to_register +
                                          sizeof(kernels_to_register) / sizeof(Kernel));

[[maybe_unused]] static auto success_with_kernel_reg =
    executorch::runtime::register_kernels(kernel_span);

} // namespace
