// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of two matrices, or of two batches of matrices, for all dtypes.

#pragma once

#include "../common/matrix.h"
#include "products.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Computes args[out] = args[a] x args[a + 1] with `arithmetic`. If `addend` is not null, `addend`
/// broadcasts to the output's shape. arithmetic.store then gets the element of `addend` for each
/// output element.
void matrix_product(Call &call, size_t a, size_t out, const Tensor *addend,
                    const ProductArithmetic &arithmetic, const void *params = nullptr);

/// `row` and `column` are the bytes from one row or column to the next.
struct MatrixPlace {
  char *data;
  ptrdiff_t row;
  ptrdiff_t column;

  explicit MatrixPlace(const Tensor &tensor);
  MatrixPlace(char *its_data, const ptrdiff_t *strides)
      : data(its_data), row(strides[0]), column(strides[1]) {}
};

/// Computes out = a x b. `a` has the size `rows` x `count`, and `b` has the size `count` x
/// `columns`. arithmetic.store gets the elements of `addend`, or null if `addend.data` is null.
void multiply_matrices(const MatrixPlace &out, const MatrixPlace &a, const MatrixPlace &b,
                       const MatrixPlace &addend, SizesType rows, SizesType columns,
                       SizesType count, const ProductArithmetic &arithmetic, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
