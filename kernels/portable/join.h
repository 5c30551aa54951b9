// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that concatenate tensors.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Concatenates the tensors in the list args[0] along dimension args[1], into args[2]. The dtypes
/// may differ, but each input's kind (Bool, integer, floating point, complex) must not come after
/// the output's kind. `is_new` is true for stack, which inserts dimension args[1] into each input.
void join(KernelRuntimeContext &context, Args args, bool is_new);

} // namespace et::kernels::ET_KERNEL_LIBRARY
