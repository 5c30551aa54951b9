// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes sums of products for matrix products and convolutions of Float or Double.
//
// A tile is a part of the output: a few rows, and as many columns as two vectors have elements. The
// tile stays in registers while its products are summed. A panel is a copy of the second operand's
// columns for the tile. The panel is on the stack, and each of its rows is contiguous. If the
// operand has too few columns, zeros fill the panel.
//
// For each term of the sums, a loop reads one row of the panel. This row is multiplied by one
// factor for each row of the tile. A factor is an element of the first operand.
//
// Many tiles use the same panel, so a panel must fit in the first-level cache. Therefore long sums
// are cut into blocks of kSumBlock terms. The first operand is cut into blocks of kRowBlock rows. A
// block of rows stays in the second-level cache while it is multiplied by all panels.

#pragma once

#include <algorithm>
#include <utility>

#include "machine.h"
#include "matrix_view.h"

namespace et::kernels {

constexpr size_t kSumBlock = 384;
constexpr size_t kRowBlock = 144;
/// Each row of a tile takes two vector registers. Some registers must remain for factors and panel.
#if defined(__aarch64__)
template <size_t bytes> constexpr size_t kTileRows = 6;
#else
template <size_t bytes> constexpr size_t kTileRows = bytes == 32 ? 6 : 4;
#endif
template <typename T, size_t bytes> constexpr size_t kPanelWidth = 2 * kLanes<T, bytes>;
/// Threads compute strips of this many columns, or of a multiple.
template <typename T> constexpr size_t kStripWidth = 4 * kPanelWidth<T, 32>;

/// Term k of row i is data[i * row + k * step].
template <typename T> struct EvenFactors {
  const T *data;
  ptrdiff_t row;
  ptrdiff_t step;
  ET_ALWAYS_INLINE T at(size_t i, size_t k) const {
    return data[static_cast<ptrdiff_t>(i) * row + static_cast<ptrdiff_t>(k) * step];
  }
};
/// Term k of row i is data[i * row + steps[k]].
template <typename T> struct ListedFactors {
  const T *data;
  ptrdiff_t row;
  const ptrdiff_t *steps;
  ET_ALWAYS_INLINE T at(size_t i, size_t k) const {
    return data[static_cast<ptrdiff_t>(i) * row + steps[k]];
  }
};

/// A part of the output: `rows` x `columns` elements, at most a panel wide. If `adds`, alpha times
/// the sum is added to the output's element. Otherwise the element becomes initial + alpha * sum.
/// `initial` has a value for each row, `initial_step` elements apart; null stands for zeros.
template <typename T, typename Factors> struct Tiles {
  Factors factors;
  const T *panel;
  size_t terms;
  MatrixView<T> out;
  size_t rows;
  size_t columns;
  T alpha;
  bool adds;
  const T *initial;
  ptrdiff_t initial_step;
};

template <typename T, size_t bytes, size_t rows> struct Tile {
  static constexpr size_t lanes = kLanes<T, bytes>;
  using V = Vector<T, bytes>;
  static constexpr std::make_index_sequence<rows * 2> all{};

  ET_ALWAYS_INLINE static V vector_at(const T *data) {
    return load<T, bytes>(reinterpret_cast<const char *>(data));
  }

  template <typename Factors>
  ET_ALWAYS_INLINE static void multiply(const Tiles<T, Factors> &tiles, size_t row) {
    V sums[rows * 2];
    add_products(tiles, row, sums, all);
    for (size_t i = 0; i < rows; ++i)
      store_row(tiles, row + i, sums + i * 2);
  }

private:
  /// Each `i` is the index of a vector of the tile. The indices are template parameters, so that
  /// the array of sums stays in registers.
  template <typename Factors, size_t... i>
  ET_ALWAYS_INLINE static void add_products(const Tiles<T, Factors> &tiles, size_t row, V *sums,
                                            std::index_sequence<i...>) {
    V local[] = {(static_cast<void>(i), V{})...};
    const Factors factors = tiles.factors;
    const T *panel = tiles.panel;
    const size_t terms = tiles.terms;
    for (size_t k = 0; k < terms; ++k, panel += 2 * lanes)
      ((local[i] = multiply_add(splat<T, bytes>(factors.at(row + i / 2, k)),
                                vector_at(panel + i % 2 * lanes), local[i])),
       ...);
    ((sums[i] = local[i]), ...);
  }

  template <typename Factors>
  ET_ALWAYS_INLINE static void store_row(const Tiles<T, Factors> &tiles, size_t row,
                                         const V *sums) {
    T *out = tiles.out.at(row, 0);
    const T first =
        tiles.initial ? tiles.initial[static_cast<ptrdiff_t>(row) * tiles.initial_step] : T(0);
    if (tiles.columns == 2 * lanes && tiles.out.column == 1) {
      for (size_t half = 0; half < 2; ++half) {
        T *place = out + half * lanes;
        const V before = tiles.adds ? vector_at(place) : splat<T, bytes>(first);
        store<T>(reinterpret_cast<char *>(place), before + sums[half] * tiles.alpha);
      }
      return;
    }
    T elements[2 * lanes];
    store<T>(reinterpret_cast<char *>(elements), sums[0]);
    store<T>(reinterpret_cast<char *>(elements + lanes), sums[1]);
    for (size_t i = 0; i < tiles.columns; ++i, out += tiles.out.column)
      *out = (tiles.adds ? *out : first) + elements[i] * tiles.alpha;
  }
};

template <size_t bytes, typename T, typename Factors>
ET_ALWAYS_INLINE void multiply_tiles(const Tiles<T, Factors> &tiles) {
  constexpr size_t most = kTileRows<bytes>;
  size_t row = 0;
  for (; tiles.rows - row >= most; row += most)
    Tile<T, bytes, most>::multiply(tiles, row);
  if (most > 4 && tiles.rows - row >= 4) {
    Tile<T, bytes, 4>::multiply(tiles, row);
    row += 4;
  }
  if (tiles.rows - row >= 2) {
    Tile<T, bytes, 2>::multiply(tiles, row);
    row += 2;
  }
  if (tiles.rows != row)
    Tile<T, bytes, 1>::multiply(tiles, row);
}

} // namespace et::kernels
