// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products of Half or BFloat16, computed in Float. Blocks of the two matrices are converted
// to floats on the stack. The sums are floats, too, so that each result is rounded only once. The
// blocks and the sums take 32 KB of stack. Smaller blocks would be slower, because each element
// would be converted more often.

#pragma once

#include "own_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

template <typename T> class ShortItems {
  static constexpr size_t kRows = 64, kColumns = 32, kTerms = 64;

public:
  explicit ShortItems(const Product<T> &product)
      : strips_((product.columns + kColumns - 1) / kColumns),
        blocks_((product.rows + kRows - 1) / kRows) {}

  size_t count() const { return strips_ * blocks_; }
  void compute(const Product<T> &product, size_t item) const {
    const size_t row = item / strips_ * kRows, column = item % strips_ * kColumns;
    const size_t rows = std::min(kRows, product.rows - row);
    const size_t columns = std::min(kColumns, product.columns - column);
    float sums[kRows * kColumns], a[kRows * kTerms], b[kTerms * kColumns];
    for (size_t term = 0; term < product.terms; term += kTerms) {
      const size_t terms = std::min(kTerms, product.terms - term);
      run_on_machine<float, ProductLoop<float>>(
          Product<float>{widen_block(product.a.from(row, term), rows, terms, a),
                         widen_block(product.b.from(term, column), terms, columns, b),
                         {sums, static_cast<ptrdiff_t>(columns), 1},
                         rows,
                         terms,
                         columns,
                         product.alpha,
                         term != 0});
    }
    const MatrixView<T> out = product.out.from(row, column);
    for (size_t i = 0; i < rows; ++i)
      narrow_row(out.at(i, 0), out.column, columns, sums + i * columns, product.adds);
  }

private:
  static constexpr size_t lanes = kLanes<T>;

  static MatrixView<float> widen_block(MatrixView<T> from, size_t rows, size_t columns, float *to) {
    if (from.column != 1 && from.row == 1)
      return widen_block(from.transposed(), columns, rows, to).transposed();
    for (size_t i = 0; i < rows; ++i)
      widen_row(from.at(i, 0), from.column, columns, to + i * columns);
    return {to, static_cast<ptrdiff_t>(columns), 1};
  }

  static void widen_row(const T *from, ptrdiff_t step, size_t count, float *to) {
    size_t i = 0;
    for (; step == 1 && count - i >= lanes; i += lanes)
      store<float>(reinterpret_cast<char *>(to + i),
                   load<T>(reinterpret_cast<const char *>(from + i)));
    for (; i < count; ++i)
      to[i] = static_cast<float>(from[static_cast<ptrdiff_t>(i) * step]);
  }

  static void narrow_row(T *to, ptrdiff_t step, size_t count, const float *from, bool adds) {
    size_t i = 0;
    for (; step == 1 && count - i >= lanes; i += lanes) {
      char *const place = reinterpret_cast<char *>(to + i);
      Vector<float> sum = load<float>(reinterpret_cast<const char *>(from + i));
      if (adds)
        sum = load<T>(place) + sum;
      store<T>(place, sum);
    }
    for (; i < count; ++i) {
      T &element = to[static_cast<ptrdiff_t>(i) * step];
      element = static_cast<T>((adds ? static_cast<float>(element) : 0) + from[i]);
    }
  }

  size_t strips_;
  size_t blocks_;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
