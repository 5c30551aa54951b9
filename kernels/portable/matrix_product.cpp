// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See matrix_product.h.

#include "matrix_product.h"

#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

MatrixPlace::MatrixPlace(const Tensor &tensor)
    : data(tensor.mutable_data_ptr<char>()), row(byte_stride(tensor, tensor.dim() - 2)),
      column(byte_stride(tensor, tensor.dim() - 1)) {}

void multiply_matrices(const MatrixPlace &out, const MatrixPlace &a, const MatrixPlace &b,
                       const MatrixPlace &addend, SizesType rows, SizesType columns,
                       SizesType count, const ProductArithmetic &arithmetic, const void *params) {
  Products products;
  products.a_step = a.column;
  products.b_step = b.row;
  products.count = static_cast<size_t>(count);
  for (SizesType row = 0; row < rows; ++row) {
    for (SizesType column = 0; column < columns; ++column) {
      ProductSum sum;
      if (count != 0) {
        products.a = a.data + row * a.row;
        products.b = b.data + column * b.column;
        arithmetic.accumulate(sum, products);
      }
      arithmetic.store(
          out.data + row * out.row + column * out.column, sum,
          addend.data ? addend.data + row * addend.row + column * addend.column : nullptr, params);
    }
  }
}

void matrix_product(Call &call, size_t first, size_t last, const Tensor *addend,
                    const ProductArithmetic &arithmetic, const void *params) {
  const auto [a, b, out] = take_matrices(call, first, last, arithmetic.dtype);
  ptrdiff_t strides[2] = {0, 0};
  if (addend)
    call.require(call.ok() && broadcast_addend(*addend, out, strides));
  if (!call.ok())
    return;
  const MatrixPlace added(addend ? addend->mutable_data_ptr<char>() : nullptr, strides);
  multiply_matrices(MatrixPlace(out), MatrixPlace(a), MatrixPlace(b), added, out.size(0),
                    out.size(1), a.size(1), arithmetic, params);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
