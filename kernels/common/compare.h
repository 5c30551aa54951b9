// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of a tensor with a Scalar, without their loops. An integer tensor is compared with a
// floating point Scalar in Float; integer kernels have a second loop for it.

#pragma once

#include "elementwise.h"

namespace et::kernels {

struct CompareKernel : ScalarKernel {
  ElementRunFunction float_run; // For an integer tensor and a floating point Scalar.
};

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel);

} // namespace et::kernels
