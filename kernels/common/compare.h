// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of a tensor with a Scalar. An integer tensor and a floating point Scalar are compared
// as Float, so integer kernels have a second loop. Each kernel library has its own loops.

#pragma once

#include "elementwise.h"

namespace et::kernels {

struct CompareKernel : ScalarKernel {
  ElementRunFunction float_run; ///< for a floating point Scalar; null for floating point dtypes
};

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel);

} // namespace et::kernels
