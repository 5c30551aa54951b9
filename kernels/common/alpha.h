// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// self + alpha * other, which is `sub` with the opposite alpha, and `rsub` with the inputs swapped:
// the operators but for their loops, whose params are alpha. As in PyTorch, alpha may be a Bool
// only for Bool tensors, and floating point only for floating point ones.

#pragma once

#include "elementwise.h"
#include "scalar_argument.h"

namespace et::kernels {

struct AddKernel : ElementwiseKernel {
  ScalarReader read;
};
struct AddScalarKernel : ScalarKernel {
  ScalarReader read_alpha;
};

/// Adds, or subtracts, two tensors, or a tensor and the Scalar args[1].
void add(KernelRuntimeContext &context, Args args, const AddKernel &kernel);
void subtract(KernelRuntimeContext &context, Args args, const AddKernel &kernel);
void add_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel);
void subtract_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel);

/// Takes alpha, for elements of a dtype.
ScalarNumber take_alpha(Call &call, size_t index, ScalarType dtype, ScalarReader read);

} // namespace et::kernels
