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
/// Takes args[a] and args[a + 1], and resizes args[out] to the shape of the product.
MatrixOperands take_matrices(Call &call, size_t a, size_t out, ScalarType dtype);

/// The same for batches: the arguments are args[0], args[1] and args[2].
MatrixOperands take_matrix_batches(Call &call, ScalarType dtype);

/// Broadcasts `addend` to the shape of `out`. `strides` gets the byte stride of `addend` for each
/// dimension of `out`. The caller must set all `strides` to 0, because the function does not write
/// the stride of a repeated dimension. Returns false if the dtypes differ, if `addend` has no
/// memory, or if `addend` does not broadcast.
bool broadcast_addend(const Tensor &addend, const Tensor &out, ptrdiff_t *strides);

/// The weight has a row for each output feature. If `has_bias`, the bias broadcasts to the output,
/// and `bias_strides` has the bias's byte stride for each dimension of the output.
struct LinearOperands {
  Tensor input;
  Tensor weight;
  Tensor bias;
  Tensor out;
  bool has_bias;
  ptrdiff_t bias_strides[kTensorDimensionLimit];
};
LinearOperands take_linear(Call &call, ScalarType dtype);

/// Treats a tensor as a stack of matrices. The last two dimensions of the tensor are the rows and
/// columns of a matrix. A tensor of one dimension is a matrix of one row.
struct MatrixStack {
  size_t matrices = 1;
  size_t rows = 1;

  explicit MatrixStack(const Tensor &tensor);
  /// Returns the byte offset of a matrix. Null `strides` stands for the tensor's strides.
  static ptrdiff_t offset(const Tensor &tensor, size_t index, const ptrdiff_t *strides = nullptr);
};

} // namespace et::kernels
