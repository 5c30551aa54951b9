// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of a tensor with a Scalar, but for their loops. Integers that are compared with a
// Scalar that is none are compared in Float, for which their kernels have a second loop.

#pragma once

#include "elementwise.h"

namespace et::kernels {

struct CompareKernel : ScalarKernel {
  ElementRunFunction float_run; // Of integers beside a Scalar that is none.
};

void compare(KernelRuntimeContext &context, Args args, const CompareKernel &kernel);

} // namespace et::kernels
