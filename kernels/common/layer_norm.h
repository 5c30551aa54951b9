// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layer normalisation normalises over the last dimensions of the input. All tensors must be
// contiguous. ExecuTorch's kernel has the same limit.

#pragma once

#include "normalize.h"

namespace et::kernels {

void layer_norm(KernelRuntimeContext &context, Args args, const NormKernel &kernel);

} // namespace et::kernels
