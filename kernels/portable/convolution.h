// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop of convolution and of its gradients.

#pragma once

#include "../common/convolution_arguments.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void convolve(const Convolution &conv, const ProductArithmetic &arithmetic);

} // namespace et::kernels::ET_KERNEL_LIBRARY
