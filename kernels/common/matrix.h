// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operands of matrix products.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// Takes the matrices args[a] and args[a + 1] of the dtype, and gives args[out] the shape of their
/// product. The call fails when the sizes do not fit.
struct MatrixOperands {
  Tensor a;
  Tensor b;
  Tensor out;
};
MatrixOperands take_matrices(Call &call, size_t a, size_t out, ScalarType dtype);

} // namespace et::kernels
