// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations: operators with one input and some numbers behind it, which a loop gets as its
// params.

#pragma once

#include "dtypes.h"
#include "elementwise.h"
#include "scalar_argument.h"

namespace et::kernels {

/// The numbers between the input and the output, as the compute type of the kernel's dtype.
constexpr size_t kMaxActivationNumbers = 3;

struct ActivationKernel : ElementwiseKernel {
  ScalarReader read;
};
template <typename T>
constexpr ActivationKernel activation(uint8_t out, ElementRunFunction run,
                                      ScalarReader read = kScalarReader<T>) {
  return {elementwise<T>(out, run), read};
}

/// The whole operator; its numbers are args[1] up to the output.
void activate(KernelRuntimeContext &context, Args args, const ActivationKernel &kernel);

/// What is left of it once the call has taken them.
void activate(Call &call, const ElementwiseKernel &kernel, const ScalarNumber *numbers);

} // namespace et::kernels
