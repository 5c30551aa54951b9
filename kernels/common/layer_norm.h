// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalises over the last dimensions. The tensors must be contiguous, as in ExecuTorch.

#pragma once

#include "normalize.h"

namespace et::kernels {

void layer_norm(KernelRuntimeContext &context, Args args, const NormKernel &kernel);

} // namespace et::kernels
