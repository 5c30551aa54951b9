// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalises over the last dimensions. Tensors lie in the order of their indices, as in ExecuTorch.

#pragma once

#include "normalize.h"

namespace et::kernels {

/// The whole operator aten::native_layer_norm.out but for the arithmetic.
void layer_norm(KernelRuntimeContext &context, Args args, const NormKernel &kernel);

} // namespace et::kernels
