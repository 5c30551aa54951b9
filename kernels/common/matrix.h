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

/// The same of two batches of matrices, args[0] and args[1] into args[2].
MatrixOperands take_matrix_batches(Call &call, ScalarType dtype);

/// The distances in bytes between the elements of `addend`, of at most two dimensions and the dtype
/// of `out`, broadcast to the matrix `out`; false where that cannot be.
bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides);

/// Takes the arguments of aten::linear.out, the input, a weight with a row for each output, and the
/// bias, an element for each, which need not be there (`has_bias`), and gives args[3] its shape.
struct LinearOperands {
  Tensor input;
  Tensor weight;
  Tensor bias;
  Tensor out;
  bool has_bias;
};
LinearOperands take_linear(Call &call, ScalarType dtype);

/// The rows of a tensor's last dimension but one that are beneath each of its outer ones, and where
/// the matrix `index` of them begins, in bytes: a tensor of one dimension is a matrix of one row.
struct MatrixStack {
  size_t matrices = 1;
  size_t rows = 1;

  explicit MatrixStack(const Tensor &tensor);
  static ptrdiff_t offset(const Tensor &tensor, size_t index);
};

} // namespace et::kernels
