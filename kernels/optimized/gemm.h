// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product of two matrices of Float or Double, without a library.
//
// Many rows are computed by tiles. A tile of the output, a few rows by two vectors, stays in
// registers while its products are summed: each step takes one element of each of its rows of `a`
// and one row of a panel of `b`, the columns that belong to the tile, and multiplies all with all.
// A panel is copied so that its rows lie behind one another, padded with zeros where columns are
// missing. The copy is on the stack, small enough for the first cache, and serves many tiles: the
// sums are cut into blocks along their length for that, and the rows of `a` into blocks that stay
// in the second cache while all panels pass.
//
// A few rows would not pay for the copy. They are computed one by one, reading `b` in the order in
// which it is stored: by rows, adding multiples of some of them to the output's row, or by columns,
// a dot product each.

#pragma once

#include <algorithm>
#include <utility>

#include "matrix_view.h"
#include "vector.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#if defined(__AVX2__) || defined(__aarch64__)
constexpr size_t kTileRows = 6; // as many as fit the registers beside the factors
#else
constexpr size_t kTileRows = 4;
#endif
constexpr size_t kTileVectors = 2;
constexpr size_t kSumBlock = 256;
constexpr size_t kRowBlock = 24 * kTileRows;

/// A part of the product: `terms` of the sums of rows x columns elements. The output's elements lie
/// side by side in rows. Unless these are the first terms, they are added to its elements.
template <typename T> struct Part {
  MatrixView<T> a;
  MatrixView<T> b;
  MatrixView<T> out;
  size_t rows;
  size_t terms;
  size_t columns;
  bool is_first;

  ET_ALWAYS_INLINE static Vector<T> vector_at(const T *data) {
    return load<T>(reinterpret_cast<const char *>(data));
  }
};

// Below, `i` counts vectors in registers: an array that only constants index is kept
// there by every compiler.

/// A tile: rows x columns are at most its size, the panel of `b` has all columns of it.
template <typename T, size_t... i>
void multiply_tile(const Part<T> &part, std::index_sequence<i...>) {
  Vector<T> sums[sizeof...(i)] = {};
  for (size_t k = 0; k < part.terms; ++k)
    ((sums[i] = multiply_add(splat(*part.a.at(i / kTileVectors, k)),
                             part.vector_at(part.b.at(k, i % kTileVectors * kLanes<T>)), sums[i])),
     ...);
  const T *sum = reinterpret_cast<const T *>(sums);
  for (size_t row = 0; row < part.rows; ++row, sum += kTileVectors * kLanes<T>) {
    T *out = part.out.at(row, 0);
    for (size_t column = 0; column < part.columns; ++column)
      out[column] = part.is_first ? sum[column] : out[column] + sum[column];
  }
}

/// At most kSumBlock terms, by tiles.
template <typename T> void multiply_by_tiles(const Part<T> &part) {
  constexpr size_t width = kTileVectors * kLanes<T>;
  T panel[kSumBlock * width];
  Part<T> tile = part;
  for (size_t column = 0; column < part.columns; column += width) {
    tile.columns = std::min(width, part.columns - column);
    tile.b = part.b.from(0, column);
    for (size_t k = 0; k < part.terms; ++k)
      for (size_t c = 0; c < width; ++c)
        panel[k * width + c] = c < tile.columns ? *tile.b.at(k, c) : T(0);
    tile.b = {panel, width, 1};
    for (size_t row = 0; row < part.rows; row += tile.rows) {
      tile.rows = part.rows - row < kTileRows ? 1 : kTileRows;
      tile.a = part.a.from(row, 0);
      tile.out = part.out.from(row, column);
      if (tile.rows == 1)
        multiply_tile(tile, std::make_index_sequence<kTileVectors>());
      else
        multiply_tile(tile, std::make_index_sequence<kTileRows * kTileVectors>());
    }
  }
}

/// One row, as many terms as there are `i`; the rows of `b` have elements side by side.
template <typename T, size_t... i> void add_rows(const Part<T> &part, std::index_sequence<i...>) {
  const Vector<T> factors[] = {splat(*part.a.at(0, i))...};
  T *out = part.out.data;
  size_t column = 0;
  for (; part.columns - column >= kLanes<T>; column += kLanes<T>) {
    Vector<T> sum = part.is_first ? Vector<T>{} : part.vector_at(out + column);
    ((sum = multiply_add(factors[i], part.vector_at(part.b.at(i, column)), sum)), ...);
    store<T>(reinterpret_cast<char *>(out + column), sum);
  }
  for (; column < part.columns; ++column) {
    T sum = part.is_first ? T(0) : out[column];
    ((sum += *part.a.at(0, i) * *part.b.at(i, column)), ...);
    out[column] = sum;
  }
}

template <typename T> void multiply_by_rows(const Part<T> &part) {
  constexpr size_t most = 8;
  Part<T> some = part;
  for (size_t k = 0; k < part.terms; k += some.terms) {
    some.terms = part.terms - k < most ? 1 : most;
    some.a = part.a.from(0, k);
    some.b = part.b.from(k, 0);
    some.is_first = k == 0;
    if (some.terms == 1)
      add_rows(some, std::make_index_sequence<1>());
    else
      add_rows(some, std::make_index_sequence<most>());
  }
}

/// One row, as many columns as there are `i`; the row of `a` and the columns of `b` have elements
/// side by side.
template <typename T, size_t... i>
void multiply_columns(const Part<T> &part, std::index_sequence<i...>) {
  Vector<T> sums[sizeof...(i)] = {};
  size_t k = 0;
  for (; part.terms - k >= kLanes<T>; k += kLanes<T>) {
    const Vector<T> factors = part.vector_at(part.a.at(0, k));
    ((sums[i] = multiply_add(factors, part.vector_at(part.b.at(k, i)), sums[i])), ...);
  }
  for (size_t column = 0; column < sizeof...(i); ++column) {
    T sum = sum_of_lanes<T>(sums[column]);
    for (size_t rest = k; rest < part.terms; ++rest)
      sum += *part.a.at(0, rest) * *part.b.at(rest, column);
    *part.out.at(0, column) = sum;
  }
}

template <typename T> void multiply_by_columns(const Part<T> &part) {
  constexpr size_t most = 4;
  Part<T> some = part;
  for (size_t column = 0; column < part.columns; column += some.columns) {
    some.columns = part.columns - column < most ? 1 : most;
    some.b = part.b.from(0, column);
    some.out = part.out.from(0, column);
    if (some.columns == 1)
      multiply_columns(some, std::make_index_sequence<1>());
    else
      multiply_columns(some, std::make_index_sequence<most>());
  }
}

/// out = a x b, of rows x terms and terms x columns elements; none of the counts is 0, and the
/// output's elements lie side by side in rows.
template <typename T>
void multiply_matrices(MatrixView<T> a, MatrixView<T> b, MatrixView<T> out, size_t rows,
                       size_t terms, size_t columns) {
  if (rows < kTileRows && (b.column == 1 || a.column == 1)) {
    for (size_t row = 0; row < rows; ++row) {
      const Part<T> part = {a.from(row, 0), b, out.from(row, 0), 1, terms, columns, true};
      if (b.column == 1)
        multiply_by_rows(part);
      else
        multiply_by_columns(part);
    }
    return;
  }
  for (size_t term = 0; term < terms; term += kSumBlock)
    for (size_t row = 0; row < rows; row += kRowBlock)
      multiply_by_tiles<T>({a.from(row, term), b.from(term, 0), out.from(row, 0),
                            std::min(kRowBlock, rows - row), std::min(kSumBlock, terms - term),
                            columns, term == 0});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
