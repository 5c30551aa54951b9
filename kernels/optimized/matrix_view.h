// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A matrix as the product of matrices sees it.

#pragma once

#include <cstddef>
#include <utility>

#include "et/kernel.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Element (i, j) is data[i * row + j * column]. One of the two is 1.
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

template <typename T> MatrixView<T> view_matrix(const Tensor &tensor) {
  return {tensor.mutable_data_ptr<T>(), tensor.strides()[0], tensor.strides()[1]};
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
