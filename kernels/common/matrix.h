// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes and checks the operands of matrix products.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

struct MatrixOperands {
  Tensor a;
  Tensor b;
  Tensor out;
};
/// Takes the matrices args[a] and args[a + 1], and resizes args[out] to the shape of their product.
MatrixOperands take_matrices(Call &call, size_t a, size_t out, ScalarType dtype);

/// Takes the batches of matrices args[0] and args[1], and resizes args[2] to the shape of their
/// products.
MatrixOperands take_matrix_batches(Call &call, ScalarType dtype);

/// Writes the byte strides of `addend`, broadcast to the shape of `out`, for each dimension of
/// `out`. All `strides` must be 0 before. Returns false if the dtypes differ or `addend` does not
/// broadcast.
bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides);

/// The weight has a row for each output feature. If `has_bias`, the bias broadcasts to the output,
/// and `bias_strides` are its byte strides along the output's dimensions.
struct LinearOperands {
  Tensor input;
  Tensor weight;
  Tensor bias;
  Tensor out;
  bool has_bias;
  ptrdiff_t bias_strides[kTensorDimensionLimit];
};
LinearOperands take_linear(Call &call, ScalarType dtype);

/// A tensor as a stack of matrices over its last two dimensions. A tensor of one dimension is a
/// matrix of one row. offset() returns the byte offset of a matrix.
struct MatrixStack {
  size_t matrices = 1;
  size_t rows = 1;

  explicit MatrixStack(const Tensor &tensor);
  static ptrdiff_t offset(const Tensor &tensor, size_t index, const ptrdiff_t *strides = nullptr);
};

} // namespace et::kernels
