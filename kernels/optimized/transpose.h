// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes matrices in square tiles. Each row of a tile is a vector, and a tile has as many rows
// as a vector has elements. Tiles are transposed in registers. Tiles are visited block by block. A
// row of a block is as long as a cache line. Thus all bytes of a cache line are used while the line
// is in the cache.

#pragma once

#include <algorithm>

#include "../common/vector.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr size_t kTileBytes = 16; // every machine has vectors of this size
constexpr size_t kBlockBytes = 64;

/// `rows` and `columns` are the output's size. The output's rows are `out_row` bytes apart, and the
/// input's rows are `in_row` bytes apart. The elements of a row are contiguous.
struct Matrix {
  size_t rows;
  size_t columns;
  ptrdiff_t out_row;
  ptrdiff_t in_row;
};

template <typename Bits> struct SquareTile {
  static constexpr size_t lanes = kTileBytes / sizeof(Bits);
  using V = Vector<Bits, kTileBytes>;
  using All = std::make_index_sequence<lanes>;

  ET_ALWAYS_INLINE static void transpose(char *out, ptrdiff_t out_row, const char *in,
                                         ptrdiff_t in_row) {
    transpose(out, out_row, in, in_row, All());
  }

private:
  template <size_t... i>
  ET_ALWAYS_INLINE static void transpose(char *out, ptrdiff_t out_row, const char *in,
                                         ptrdiff_t in_row, std::index_sequence<i...>) {
    V rows[] = {load<Bits, kTileBytes>(in + static_cast<ptrdiff_t>(i) * in_row)...};
    interleave<1>(rows);
    (store<Bits>(out + static_cast<ptrdiff_t>(i) * out_row, rows[i]), ...);
  }

  /// Each step interleaves row i with row i + lanes / 2, for all i < lanes / 2. After log2(lanes)
  /// steps, the rows have become columns.
  template <size_t step> ET_ALWAYS_INLINE static void interleave(V *rows) {
    if constexpr (step < lanes) {
      interleave_rows(rows, All());
      interleave<step * 2>(rows);
    }
  }
  template <size_t... i>
  ET_ALWAYS_INLINE static void interleave_rows(V *rows, std::index_sequence<i...>) {
    const V mixed[] = {half_of_both<i % 2>(rows[i / 2], rows[i / 2 + lanes / 2], All())...};
    ((rows[i] = mixed[i]), ...);
  }
  template <size_t half, size_t... i>
  ET_ALWAYS_INLINE static V half_of_both(const V &a, const V &b, std::index_sequence<i...>) {
    return __builtin_shufflevector(a, b, (half * lanes / 2 + i / 2 + (i % 2 == 0 ? 0 : lanes))...);
  }
};

template <typename Bits>
void copy_one_by_one(char *out, const char *in, const Matrix &matrix, size_t row, size_t end_row,
                     size_t column, size_t end_column) {
  for (; row < end_row; ++row)
    for (size_t j = column; j < end_column; ++j)
      std::memcpy(out + static_cast<ptrdiff_t>(row) * matrix.out_row + j * sizeof(Bits),
                  in + static_cast<ptrdiff_t>(j) * matrix.in_row + row * sizeof(Bits),
                  sizeof(Bits));
}

template <typename Bits> void transpose(char *out, const char *in, const Matrix &matrix) {
  constexpr size_t lanes = SquareTile<Bits>::lanes, block = kBlockBytes / sizeof(Bits);
  const size_t rows = matrix.rows / lanes * lanes, columns = matrix.columns / lanes * lanes;
  for (size_t column = 0; column < columns; column += block)
    for (size_t row = 0; row < rows; row += block) {
      const size_t end_row = std::min(rows, row + block);
      const size_t end_column = std::min(columns, column + block);
      for (size_t i = row; i < end_row; i += lanes)
        for (size_t j = column; j < end_column; j += lanes)
          SquareTile<Bits>::transpose(
              out + static_cast<ptrdiff_t>(i) * matrix.out_row + j * sizeof(Bits), matrix.out_row,
              in + static_cast<ptrdiff_t>(j) * matrix.in_row + i * sizeof(Bits), matrix.in_row);
    }
  copy_one_by_one<Bits>(out, in, matrix, rows, matrix.rows, 0, matrix.columns);
  copy_one_by_one<Bits>(out, in, matrix, 0, rows, columns, matrix.columns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
