// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product, for all dtypes.

#pragma once

#include "../common/matrix.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// args[out] = args[a] x args[a + 1] by `arithmetic`, whose `store` gets the element of `addend`,
/// broadcast to the output's shape, where `addend` is not null. The call fails, having written
/// nothing, when dtypes or shapes do not fit.
void matrix_product(Call &call, size_t a, size_t out, const Tensor *addend,
                    const ProductArithmetic &arithmetic, const void *params = nullptr);

} // namespace et::kernels::ET_KERNEL_LIBRARY
