// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that concatenate tensors.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Concatenates the tensors in the list args[0] along dimension args[1] of args[2]. The tensors'
/// dtypes may differ if the output's kind of numbers holds all of them. If `is_new` (stack), the
/// inputs do not have dimension args[1].
void join(KernelRuntimeContext &context, Args args, bool is_new);

} // namespace et::kernels::ET_KERNEL_LIBRARY
