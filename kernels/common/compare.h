// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of a tensor with a Scalar; each library has its own loops. An integer tensor and a
// floating point Scalar are compared as Float, so integer kernels have a second loop.

#pragma once

#include "elementwise.h"

namespace et::kernels {

struct CompareKernel : ScalarKernel {
  ElementRunFunction float_run; ///< for an integer tensor and a floating point Scalar, else null
};

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel);

} // namespace et::kernels
