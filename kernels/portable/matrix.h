// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product, for all dtypes.

#pragma once

#include "et/kernel.h"
#include "products.h"

namespace et::ET_KERNEL_LIBRARY {

/// Whether the tensors are matrices of the dtype with memory, and of sizes that make out = a x b.
bool is_matrix_product(const Tensor &a, const Tensor &b, const Tensor &out, ScalarType dtype);

/// out = a x b by `arithmetic`, whose `store` gets the element of `addend`, broadcast to the
/// output's shape, where `addend` is not null. False, having written nothing, when dtypes or shapes
/// do not fit.
bool matrix_product(const Tensor &a, const Tensor &b, const Tensor *addend, const Tensor &out,
                    const ProductArithmetic &arithmetic);

} // namespace et::ET_KERNEL_LIBRARY
