// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of a tensor with a Scalar; each library has its own loops. An integer tensor is
// compared with a floating point Scalar in Float, and integer kernels have a second loop for it.

#pragma once

#include "elementwise.h"

namespace et::kernels {

struct CompareKernel : ScalarKernel {
  ElementRunFunction float_run; ///< for an integer tensor and a floating point Scalar, else null
};

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel);

} // namespace et::kernels
