// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops that the convolution and its gradients share.

#pragma once

#include "../common/convolution_arguments.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Computes each element of the output.
void convolve(const Convolution &conv, const ProductArithmetic &arithmetic);

} // namespace et::kernels::ET_KERNEL_LIBRARY
