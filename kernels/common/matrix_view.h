// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix as a pointer and two strides, and the description of a product of two matrices.

#pragma once

#include <cstddef>

#include "dtypes.h"
#include "et/kernel.h"

namespace et::kernels {

/// Element (i, j) is data[i * row + j * column].
template <typename T> struct MatrixView {
  T *data;
  ptrdiff_t row;
  ptrdiff_t column;

  T *at(size_t i, size_t j) const {
    return data + static_cast<ptrdiff_t>(i) * row + static_cast<ptrdiff_t>(j) * column;
  }
  MatrixView from(size_t i, size_t j) const { return {at(i, j), row, column}; }
  MatrixView transposed() const { return {data, column, row}; }
};

/// Sets the unused stride of a single row or column to 1, because loops are faster with stride 1.
template <typename T> MatrixView<T> view_matrix(const Tensor &tensor) {
  const size_t last = tensor.dim() - 1;
  MatrixView<T> view = {tensor.mutable_data_ptr<T>(), tensor.strides()[last - 1],
                        tensor.strides()[last]};
  if (view.column != 1 && tensor.size(last) == 1)
    view.column = 1;
  else if (view.column != 1 && tensor.size(last - 1) == 1)
    view.row = 1;
  return view;
}

/// out = alpha * (a x b). If `adds`, the kernel adds this product to the old value of `out`. `a`
/// has rows x terms elements, and `b` has terms x columns elements.
template <typename T> struct Product {
  MatrixView<T> a;
  MatrixView<T> b;
  MatrixView<T> out;
  size_t rows;
  size_t terms;
  size_t columns;
  ComputeType<T> alpha = 1;
  bool adds = false;
};

} // namespace et::kernels
