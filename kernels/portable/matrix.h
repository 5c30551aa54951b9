// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The matrix product, for all dtypes.

#pragma once

#include "et/kernel.h"
#include "products.h"

namespace et::ET_KERNEL_LIBRARY {

/// Gives `out` the shape of a x b. False when the tensors are no matrices of the dtype with memory
/// and sizes that fit; what is not reported then is InvalidArgument.
bool shape_matrix_product(KernelRuntimeContext &context, const Tensor &a, const Tensor &b,
                          const Tensor &out, ScalarType dtype);

/// out = a x b by `arithmetic`, whose `store` gets the element of `addend`, broadcast to the
/// output's shape, where `addend` is not null. Reports InvalidArgument, having written nothing,
/// when dtypes or shapes do not fit.
void matrix_product(KernelRuntimeContext &context, const Tensor &a, const Tensor &b,
                    const Tensor *addend, const Tensor &out, const ProductArithmetic &arithmetic);

} // namespace et::ET_KERNEL_LIBRARY
