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
/// Takes the matrices args[a] and args[a + 1] of the dtype, and resizes args[out] to the shape of
/// their product. The call fails if the sizes do not fit.
MatrixOperands take_matrices(Call &call, size_t a, size_t out, ScalarType dtype);

/// Takes the batches of matrices args[0] and args[1], and resizes args[2] to the shape of their
/// products.
MatrixOperands take_matrix_batches(Call &call, ScalarType dtype);

/// Writes the byte strides of `addend`, broadcast to the shape of `out`, for each dimension of
/// `out`. The caller sets all `strides` to 0 first. Returns false if the dtypes differ or `addend`
/// does not broadcast to that shape.
bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides);

/// The weight has a row for each output feature. If there is a bias (`has_bias`), it broadcasts to
/// the output; `bias_strides` are its byte strides along the output's dimensions.
struct LinearOperands {
  Tensor input;
  Tensor weight;
  Tensor bias;
  Tensor out;
  bool has_bias;
  ptrdiff_t bias_strides[kTensorDimensionLimit];
};
/// Takes the arguments of aten::linear.out, and resizes args[3], the output.
LinearOperands take_linear(Call &call, ScalarType dtype);

/// A tensor as a stack of matrices over its last two dimensions; a tensor of one dimension is a
/// matrix of one row. `rows` is the number of rows of each matrix. offset() is the byte offset of
/// matrix `index`, computed with `strides` if given, else with the tensor's strides.
struct MatrixStack {
  size_t matrices = 1;
  size_t rows = 1;

  explicit MatrixStack(const Tensor &tensor);
  static ptrdiff_t offset(const Tensor &tensor, size_t index, const ptrdiff_t *strides = nullptr);
};

} // namespace et::kernels
