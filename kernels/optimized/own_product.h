// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products that do not use BLAS. A product is divided into items: each item is a block of
// some rows and some columns of the output. Items are independent, so threads can share them, and
// results do not depend on the number of threads.
//
// Most products are computed in tiles, from a copy of some columns of `b`, the panel (gemm.h). For
// fewer than four rows, the copy takes too long. So has_few_rows() selects the loops for one row,
// if their operands are contiguous. If `b` is stored by rows, multiples of the rows of `b` are
// added to the output's row. If `b` is stored by columns, each output element is a dot product.

#pragma once

#include "../common/gemm.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T, size_t bytes> struct OwnProduct {
  static constexpr size_t lanes = kLanes<T, bytes>;
  static constexpr size_t width = kPanelWidth<T, bytes>;
  using V = Vector<T, bytes>;

  ET_ALWAYS_INLINE static V vector_at(const T *data) {
    return load<T, bytes>(reinterpret_cast<const char *>(data));
  }

  /// Copies the first `columns` columns of `b` to `panel`. Zeros fill the other columns of `panel`.
  ET_ALWAYS_INLINE static void copy_panel(T *panel, MatrixView<T> b, size_t terms, size_t columns) {
    if (b.column == 1 && columns == width) {
      for (size_t k = 0; k < terms; ++k, panel += width)
        for (size_t half = 0; half < width; half += lanes)
          store<T>(reinterpret_cast<char *>(panel + half), vector_at(b.at(k, half)));
      return;
    }
    for (size_t c = 0; c < width; ++c) {
      const T *in = b.at(0, c);
      for (size_t k = 0; k < terms; ++k)
        panel[k * width + c] = c < columns ? in[static_cast<ptrdiff_t>(k) * b.row] : T(0);
    }
  }

  ET_ALWAYS_INLINE static void by_tiles(const Product<T> &product) {
    alignas(64) T panel[kSumBlock * width];
    for (size_t term = 0; term < product.terms; term += kSumBlock) {
      Tiles<T, EvenFactors<T>> tiles = {{product.a.at(0, term), product.a.row, product.a.column},
                                        panel,
                                        std::min(kSumBlock, product.terms - term),
                                        product.out,
                                        product.rows,
                                        0,
                                        product.alpha,
                                        product.adds || term != 0,
                                        nullptr,
                                        0};
      for (size_t column = 0; column < product.columns; column += width) {
        tiles.columns = std::min(width, product.columns - column);
        tiles.out = product.out.from(0, column);
        copy_panel(panel, product.b.from(term, column), tiles.terms, tiles.columns);
        multiply_tiles<bytes>(tiles);
      }
    }
  }

  /// Sums the rows of `b`, each multiplied by its factor. The elements of a row must be contiguous.
  template <size_t... i>
  ET_ALWAYS_INLINE static void add_rows(const Product<T> &part, bool adds,
                                        std::index_sequence<i...>) {
    const T factors[] = {(part.alpha * *part.a.at(0, i))...};
    T *out = part.out.data;
    size_t column = 0;
    for (; part.columns - column >= lanes; column += lanes) {
      V sum = adds ? vector_at(out + column) : V{};
      ((sum = multiply_add(splat<T, bytes>(factors[i]), vector_at(part.b.at(i, column)), sum)),
       ...);
      store<T>(reinterpret_cast<char *>(out + column), sum);
    }
    for (; column < part.columns; ++column) {
      T sum = adds ? out[column] : T(0);
      ((sum += factors[i] * *part.b.at(i, column)), ...);
      out[column] = sum;
    }
  }

  ET_ALWAYS_INLINE static void by_rows(const Product<T> &product) {
    constexpr size_t most = 8;
    Product<T> some = product;
    for (size_t k = 0; k < product.terms;) {
      const bool is_one = product.terms - k < most;
      some.a = product.a.from(0, k);
      some.b = product.b.from(k, 0);
      if (is_one)
        add_rows(some, product.adds || k != 0, std::make_index_sequence<1>());
      else
        add_rows(some, product.adds || k != 0, std::make_index_sequence<most>());
      k += is_one ? 1 : most;
    }
  }

  /// Computes dot products. The row of `a` and each column of `b` must be contiguous.
  template <size_t... i>
  ET_ALWAYS_INLINE static void columns_of(const Product<T> &part, std::index_sequence<i...>) {
    V sums[sizeof...(i)] = {};
    size_t k = 0;
    for (; part.terms - k >= lanes; k += lanes) {
      const V factors = vector_at(part.a.at(0, k));
      ((sums[i] = multiply_add(factors, vector_at(part.b.at(k, i)), sums[i])), ...);
    }
    for (size_t column = 0; column < sizeof...(i); ++column) {
      T sum = sum_of_lanes<T>(sums[column]);
      for (size_t rest = k; rest < part.terms; ++rest)
        sum += *part.a.at(0, rest) * *part.b.at(rest, column);
      T &out = *part.out.at(0, column);
      out = (part.adds ? out : T(0)) + part.alpha * sum;
    }
  }

  ET_ALWAYS_INLINE static void by_columns(const Product<T> &product) {
    constexpr size_t most = 8;
    Product<T> some = product;
    for (size_t column = 0; column < product.columns;) {
      const bool is_one = product.columns - column < most;
      some.b = product.b.from(0, column);
      some.out = product.out.from(0, column);
      if (is_one)
        columns_of(some, std::make_index_sequence<1>());
      else
        columns_of(some, std::make_index_sequence<most>());
      column += is_one ? 1 : most;
    }
  }
};

template <typename T> bool has_few_rows(const Product<T> &product) {
  return product.rows < 4 && product.out.column == 1 &&
         (product.b.column == 1 || (product.a.column == 1 && product.b.row == 1));
}

template <typename T> struct ProductLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const Product<T> &product) {
    using Own = OwnProduct<T, bytes>;
    if (!has_few_rows(product))
      return Own::by_tiles(product);
    Product<T> one = product;
    for (size_t row = 0; row < product.rows; ++row) {
      one.a = product.a.from(row, 0);
      one.out = product.out.from(row, 0);
      if (product.b.column == 1)
        Own::by_rows(one);
      else
        Own::by_columns(one);
    }
  }
};

template <typename T> class OwnItems {
public:
  explicit OwnItems(const Product<T> &product)
      : product_(product), width_(has_few_rows(product) ? 4 * kStripWidth<T> : kStripWidth<T>),
        strips_((product.columns + width_ - 1) / width_) {}

  size_t count() const { return strips_ * ((product_.rows + kRowBlock - 1) / kRowBlock); }
  void compute(const Product<T> &product, size_t item) const {
    const size_t row = item / strips_ * kRowBlock, column = item % strips_ * width_;
    Product<T> part = product;
    part.a = product.a.from(row, 0);
    part.b = product.b.from(0, column);
    part.out = product.out.from(row, column);
    part.rows = std::min(kRowBlock, product.rows - row);
    part.columns = std::min(width_, product.columns - column);
    run_on_machine<T, ProductLoop<T>>(part);
  }

private:
  const Product<T> &product_;
  size_t width_;
  size_t strips_;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
