// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes matrix products of Float or Double with the BLAS library that the program links. BLAS
// may use its own threads and memory.

#pragma once

#include <algorithm>
#include <climits>
#include <type_traits>

#include <cblas.h>

#include "../common/matrix_view.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// A matrix for BLAS: stored by rows, or transposed. `distance` is the number of elements from one
/// stored row to the next (the leading dimension), or 0 if BLAS cannot read the matrix.
template <typename T> struct BlasMatrix {
  T *data;
  CBLAS_TRANSPOSE transpose;
  ptrdiff_t distance;

  BlasMatrix(MatrixView<T> view, size_t rows, size_t columns)
      : data(view.data), transpose(view.column == 1 ? CblasNoTrans : CblasTrans),
        distance(view.column == 1 ? view.row : view.column) {
    const bool by_rows = view.column == 1;
    // The stride of a single row may be any number, but BLAS requires at least the row's length.
    if ((by_rows ? rows : columns) == 1)
      distance = std::max(distance, static_cast<ptrdiff_t>(by_rows ? columns : rows));
    if ((!by_rows && view.row != 1) || distance > INT_MAX ||
        distance < static_cast<ptrdiff_t>(by_rows ? columns : rows))
      distance = 0;
  }
  explicit operator bool() const { return distance != 0; }
};

/// Returns false if BLAS cannot read one of the matrices, or if `out` is stored transposed. Uses
/// gemv if `a` has one row, because gemm would copy `b`.
template <typename T> bool multiply_by_blas(const Product<T> &product) {
  const BlasMatrix<T> a(product.a, product.rows, product.terms);
  const BlasMatrix<T> b(product.b, product.terms, product.columns);
  const BlasMatrix<T> out(product.out, product.rows, product.columns);
  if (!a || !b || !out || out.transpose != CblasNoTrans)
    return false;
  const int rows = static_cast<int>(product.rows), columns = static_cast<int>(product.columns);
  const int terms = static_cast<int>(product.terms);
  const auto call = [&](auto gemm, auto gemv) {
    if (rows != 1)
      return gemm(CblasRowMajor, a.transpose, b.transpose, rows, columns, terms, product.alpha,
                  a.data, static_cast<int>(a.distance), b.data, static_cast<int>(b.distance),
                  T(product.adds), out.data, static_cast<int>(out.distance));
    // out = b^T a. If `by_rows`, b is stored as terms x columns, otherwise as columns x terms.
    const bool by_rows = b.transpose == CblasNoTrans;
    gemv(CblasRowMajor, by_rows ? CblasTrans : CblasNoTrans, by_rows ? terms : columns,
         by_rows ? columns : terms, product.alpha, b.data, static_cast<int>(b.distance), a.data,
         static_cast<int>(product.a.column), T(product.adds), out.data, 1);
  };
  if constexpr (std::is_same_v<T, float>)
    call(cblas_sgemm, cblas_sgemv);
  else
    call(cblas_dgemm, cblas_dgemv);
  return true;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
