// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that concatenate tensors.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Concatenates the tensors in the list args[0] along dimension args[1] of args[2]. The dtypes of
/// the tensors may differ, but no dtype may be of a wider kind (promotion.h) than the output's
/// dtype. `is_new` is true for stack, which inserts dimension args[1] into each input.
void join(KernelRuntimeContext &context, Args args, bool is_new);

} // namespace et::kernels::ET_KERNEL_LIBRARY
