// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that put tensors side by side.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The whole operator: args[0], a list of tensors of any dtypes that the output's kind of numbers
/// holds, side by side along dimension args[1] of args[2]. If `is_new`, the inputs do not have that
/// dimension.
void join(KernelRuntimeContext &context, Args args, bool is_new);

} // namespace et::kernels::ET_KERNEL_LIBRARY
