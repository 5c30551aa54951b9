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

/// Writes the distances in bytes between the elements of `addend`, of the dtype of `out`, along
/// each dimension of `out`, to which it is broadcast; false where that cannot be. `strides` are all
/// 0 before.
bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides);

/// Takes the arguments of aten::linear.out: the input, a weight with a row for each output, and the
/// bias, which need not be there (`has_bias`), and gives args[3] its shape. The bias is broadcast
/// to the output; `bias_strides` are the bytes between its elements along each dimension of the
/// output.
struct LinearOperands {
  Tensor input;
  Tensor weight;
  Tensor bias;
  Tensor out;
  bool has_bias;
  ptrdiff_t bias_strides[kTensorDimensionLimit];
};
LinearOperands take_linear(Call &call, ScalarType dtype);

/// The rows of a tensor's last dimension but one that are beneath each of its outer ones, and where
/// the matrix `index` of them begins, in bytes: a tensor of one dimension is a matrix of one row.
/// `strides` replace the tensor's own distances.
struct MatrixStack {
  size_t matrices = 1;
  size_t rows = 1;

  explicit MatrixStack(const Tensor &tensor);
  static ptrdiff_t offset(const Tensor &tensor, size_t index, const ptrdiff_t *strides = nullptr);
};

} // namespace et::kernels
