// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of two matrices of Float or Double by the BLAS library that the program is linked
// with, through its C interface. It may use threads and memory of its own.

#pragma once

#include <algorithm>
#include <type_traits>

#include <cblas.h>

#include "matrix_view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A matrix as BLAS takes it: by rows, or transposed, with the distance from one row (of the matrix
/// as it is stored) to the next. A single row's distance is nothing that the view would know.
template <typename T> struct BlasMatrix {
  T *data;
  CBLAS_TRANSPOSE transpose;
  int distance;

  BlasMatrix(MatrixView<T> view, size_t rows, size_t columns) : data(view.data) {
    const bool by_rows = view.column == 1;
    transpose = by_rows ? CblasNoTrans : CblasTrans;
    distance = static_cast<int>(std::max(by_rows ? view.row : view.column,
                                         static_cast<ptrdiff_t>(by_rows ? columns : rows)));
  }
};

/// out = a x b, of rows x terms and terms x columns elements; none of the counts is 0, and the
/// output's elements lie side by side in rows.
template <typename T>
void multiply_matrices(MatrixView<T> a, MatrixView<T> b, MatrixView<T> out, size_t rows,
                       size_t terms, size_t columns) {
  const BlasMatrix<T> left(a, rows, terms), right(b, terms, columns), result(out, rows, columns);
  const auto gemm = [&](auto function) {
    function(CblasRowMajor, left.transpose, right.transpose, static_cast<int>(rows),
             static_cast<int>(columns), static_cast<int>(terms), T(1), left.data, left.distance,
             right.data, right.distance, T(0), result.data, result.distance);
  };
  if constexpr (std::is_same_v<T, float>)
    gemm(cblas_sgemm);
  else
    gemm(cblas_dgemm);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
