// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes matrix products of BFloat16 with an instruction of AVX512-BF16. In each lane, the
// instruction multiplies two pairs of numbers and adds the two products to a float. Without the
// instruction, large products take twice the time, because all numbers must be converted to floats.
//
// A panel is a copy of 32 columns of `b`. The instruction needs pairs of consecutive elements: from
// a row of `a`, and from a column of `b`. So a row of the panel has a pair for each of the 32
// columns. The elements of `a` are read in place if the rows of `a` are contiguous and have an
// even number of elements. Otherwise the rows are copied first. Sums are floats on the stack, and
// are rounded once. The instruction treats subnormal numbers as 0.

#pragma once

#include <utility>

#include "../common/machine.h"
#include "../common/matrix_view.h"

#if defined(__x86_64__) && !defined(ET_KERNELS_WITHOUT_AVX2)
#define ET_CHOOSES_BFLOAT16 1

#include <immintrin.h>

#define ET_WITH_BFLOAT16 __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16")))

namespace et::kernels::ET_KERNEL_LIBRARY {

/// An item is a part of the output that one thread computes: some rows of a strip of columns.
class BFloat16Items {
  static constexpr size_t kTerms = 256, kColumns = 32, kRows = 144, kCopiedRows = 48;
  static constexpr size_t kTileRows = 8;

public:
  explicit BFloat16Items(const Product<BFloat16> &product)
      : copies_(product.a.column != 1 || product.terms % 2 != 0),
        rows_(copies_ ? kCopiedRows : kRows), strips_((product.columns + kColumns - 1) / kColumns),
        blocks_((product.rows + rows_ - 1) / rows_) {}

  size_t count() const { return strips_ * blocks_; }

  ET_WITH_BFLOAT16 void compute(const Product<BFloat16> &product, size_t item) const {
    const size_t row = item / strips_ * rows_, column = item % strips_ * kColumns;
    const size_t rows = std::min(rows_, product.rows - row);
    const size_t columns = std::min(kColumns, product.columns - column);
    float sums[kRows * kColumns];
    uint32_t panel[kTerms / 2 * kColumns], copy[kCopiedRows * kTerms / 2];
    for (size_t term = 0; term < product.terms; term += kTerms) {
      const size_t terms = std::min(kTerms, product.terms - term);
      fill_panel(panel, product.b.from(term, column), terms, columns);
      MatrixView<BFloat16> a = product.a.from(row, term);
      if (copies_)
        a = copy_rows(copy, a, rows, terms);
      add_rows(sums, a, panel, rows, (terms + 1) / 2, term != 0);
    }
    store_rows(product.out.from(row, column), sums, rows, columns, product.alpha, product.adds);
  }

private:
  static uint32_t bits_of(MatrixView<BFloat16> from, size_t row, size_t column) {
    uint16_t bits;
    std::memcpy(&bits, from.at(row, column), sizeof(bits));
    return bits;
  }

  /// Selects the lanes of columns below `columns`; the first lane is column `first`.
  ET_WITH_BFLOAT16 static __mmask16 lanes_of(size_t columns, size_t first) {
    if (columns <= first)
      return 0;
    return columns - first >= 16 ? 0xffff : static_cast<__mmask16>((1U << (columns - first)) - 1);
  }

  /// words_at loads 16 elements into the lower halves of words, and upper_words_at into the upper
  /// halves. A word with a BFloat16 in the upper half is a float of the same value. upper_words_at
  /// uses a masked shift, because the unmasked shift causes a warning in a header of gcc.
  ET_WITH_BFLOAT16 static __m512i words_at(const BFloat16 *from, __mmask16 lanes) {
    return _mm512_maskz_cvtepu16_epi32(lanes, _mm256_maskz_loadu_epi16(lanes, from));
  }
  ET_WITH_BFLOAT16 static __m512i upper_words_at(const BFloat16 *from, __mmask16 lanes) {
    return _mm512_maskz_slli_epi32(lanes, words_at(from, lanes), 16);
  }

  ET_WITH_BFLOAT16 static void fill_panel(uint32_t *panel, MatrixView<BFloat16> b, size_t terms,
                                          size_t columns) {
    if (b.column != 1)
      return fill_columns(panel, b, terms, columns);
    for (size_t k = 0; k < terms; k += 2)
      for (size_t first = 0; first < kColumns; first += 16, panel += 16) {
        const __mmask16 lanes = lanes_of(columns, first);
        const size_t column = lanes != 0 ? first : 0;
        __m512i pairs = words_at(b.at(k, column), lanes);
        if (k + 1 < terms)
          pairs = _mm512_or_si512(pairs, upper_words_at(b.at(k + 1, column), lanes));
        _mm512_storeu_si512(panel, pairs);
      }
  }

  static void fill_columns(uint32_t *panel, MatrixView<BFloat16> b, size_t terms, size_t columns) {
    for (size_t c = 0; c < kColumns; ++c)
      for (size_t k = 0; k < terms; k += 2)
        panel[k / 2 * kColumns + c] = c < columns ? pair_of(b.transposed(), c, k, terms) : 0;
  }

  /// Returns terms k and k + 1 of a row; a missing term is 0.
  static uint32_t pair_of(MatrixView<BFloat16> from, size_t row, size_t k, size_t terms) {
    if (from.column == 1 && k + 1 < terms) {
      uint32_t pair;
      std::memcpy(&pair, from.at(row, k), sizeof(pair));
      return pair;
    }
    return bits_of(from, row, k) | (k + 1 < terms ? bits_of(from, row, k + 1) << 16 : 0);
  }

  static MatrixView<BFloat16> copy_rows(uint32_t *copy, MatrixView<BFloat16> from, size_t rows,
                                        size_t terms) {
    for (size_t i = 0; i < rows; ++i)
      for (size_t k = 0; k < terms; k += 2)
        copy[i * kTerms / 2 + k / 2] = pair_of(from, i, k, terms);
    return {reinterpret_cast<BFloat16 *>(copy), kTerms, 1};
  }

  ET_WITH_BFLOAT16 static void add_rows(float *sums, MatrixView<BFloat16> a, const uint32_t *panel,
                                        size_t rows, size_t pairs, bool adds) {
    size_t row = 0;
    for (; rows - row >= kTileRows; row += kTileRows)
      add_tile(sums + row * kColumns, a.from(row, 0), panel, pairs, adds,
               std::make_index_sequence<2 * kTileRows>());
    for (; rows - row >= 2; row += 2)
      add_tile(sums + row * kColumns, a.from(row, 0), panel, pairs, adds,
               std::make_index_sequence<4>());
    if (row < rows)
      add_tile(sums + row * kColumns, a.from(row, 0), panel, pairs, adds,
               std::make_index_sequence<2>());
  }

  /// `i` counts vectors in registers, two for each row.
  template <size_t... i>
  ET_WITH_BFLOAT16 static void add_tile(float *sums, MatrixView<BFloat16> a, const uint32_t *panel,
                                        size_t pairs, bool adds, std::index_sequence<i...>) {
    __m512 local[] = {(adds ? _mm512_loadu_ps(sums + i * 16) : _mm512_setzero_ps())...};
    for (size_t k = 0; k < pairs; ++k, panel += kColumns) {
      const __m512i b[] = {_mm512_loadu_si512(panel), _mm512_loadu_si512(panel + 16)};
      ((local[i] = _mm512_dpbf16_ps(local[i], reinterpret_cast<__m512bh>(pair_at(a, i / 2, k)),
                                    reinterpret_cast<__m512bh>(b[i % 2]))),
       ...);
    }
    (_mm512_storeu_ps(sums + i * 16, local[i]), ...);
  }
  ET_WITH_BFLOAT16 static __m512i pair_at(MatrixView<BFloat16> a, size_t row, size_t k) {
    int pair;
    std::memcpy(&pair, a.data + static_cast<ptrdiff_t>(row) * a.row + 2 * k, sizeof(pair));
    return _mm512_set1_epi32(pair);
  }

  ET_WITH_BFLOAT16 static void store_rows(MatrixView<BFloat16> out, const float *sums, size_t rows,
                                          size_t columns, float alpha, bool adds) {
    for (size_t row = 0; row < rows; ++row, sums += kColumns)
      if (out.column == 1)
        for (size_t first = 0; first < columns; first += 16)
          store_vector(out.at(row, first), lanes_of(columns, first),
                       _mm512_mul_ps(_mm512_loadu_ps(sums + first), _mm512_set1_ps(alpha)), adds);
      else
        for (size_t c = 0; c < columns; ++c) {
          BFloat16 *const to = out.at(row, c);
          *to = static_cast<BFloat16>((adds ? static_cast<float>(*to) : 0) + alpha * sums[c]);
        }
  }
  ET_WITH_BFLOAT16 static void store_vector(BFloat16 *to, __mmask16 lanes, __m512 sum, bool adds) {
    if (adds)
      sum = _mm512_add_ps(sum, _mm512_castsi512_ps(upper_words_at(to, lanes)));
    _mm256_mask_storeu_epi16(to, lanes, reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(sum)));
  }

  bool copies_;
  size_t rows_;
  size_t strips_;
  size_t blocks_;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY

#else
#define ET_CHOOSES_BFLOAT16 0
#endif
