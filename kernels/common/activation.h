// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations: operators with one input, followed by up to three numbers. The run function gets the
// numbers as its params.

#pragma once

#include "dtypes.h"
#include "elementwise.h"
#include "scalar_argument.h"

namespace et::kernels {

/// The most numbers that an activation may have between its input and its output. They have the
/// compute type of the kernel's dtype.
constexpr size_t kMaxActivationNumbers = 3;

struct ActivationKernel : ElementwiseKernel {
  ScalarReader read;
};
template <typename T>
constexpr ActivationKernel activation(uint8_t out, ElementRunFunction run,
                                      ScalarReader read = kScalarReader<T>) {
  return {elementwise<T>(out, run), read};
}

void activate(KernelRuntimeContext &context, Args args, const ActivationKernel &kernel);

/// Runs an operator whose arguments the caller has already taken from `call`.
void activate(Call &call, const ElementwiseKernel &kernel, const ScalarNumber *numbers);

} // namespace et::kernels
