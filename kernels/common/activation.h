// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An activation is an operator whose inputs are one tensor and up to three numbers. The params of
// the run function point to the numbers, which have the compute type of the kernel's dtype.

#pragma once

#include "dtypes.h"
#include "elementwise.h"
#include "scalar_argument.h"

namespace et::kernels {

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

void activate(Call &call, const ElementwiseKernel &kernel, const ScalarNumber *numbers);

} // namespace et::kernels
