// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators `add`, `sub` and `rsub`. `add` is self + alpha * other; `sub` uses -alpha; `rsub`
// is `sub` with swapped inputs. Each kernel library has its own loops. For a loop, `run.params`
// points to alpha. As in PyTorch, alpha may be a Bool only for Bool tensors, and a floating point
// number only for floating point tensors.

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

void add(KernelRuntimeContext &context, Args args, const AddKernel &kernel);
void subtract(KernelRuntimeContext &context, Args args, const AddKernel &kernel);
void add_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel);
void subtract_scalar(KernelRuntimeContext &context, Args args, const AddScalarKernel &kernel);

ScalarNumber take_alpha(Call &call, size_t index, ScalarType dtype, ScalarReader read);

} // namespace et::kernels
