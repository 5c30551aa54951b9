// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the products of mixed_product.h with vector instructions. A depth is a term's index.
//
// Weights are loaded as a vector of 32-bit words. Each word has four contiguous weights. Shifts and
// a conversion give four vectors of floats, one for each byte position in the words. No weight
// moves to another lane, so the weights of a vector of floats are not contiguous in memory.
//
// by_tiles() multiplies many rows (gemm.h). It dequantises weights to floats in two panels. In
// mixed_mm, a word has four neighbouring columns at one depth, so a vector of floats has every
// fourth column. In mixed_linear, a word has four neighbouring depths of one column. The lanes have
// neighbouring columns, so a vector of floats has one depth of neighbouring columns.
//
// by_row() multiplies one row, and dequantises the weights in registers. In mixed_mm, a loop over
// depths adds the products to the sums of two strips of columns. In mixed_linear, all lanes have
// one column. A vector of floats has every fourth depth, so the inputs are put in this order first.
//
// The functions take up to 60 KB of stack in total, nearly all of it for the arrays of by_tiles().

#include "mixed_product.h"

#ifdef ET_HAS_FAST_PRODUCTS

#include <algorithm>
#include <utility>

#include "../common/gemm.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

constexpr size_t kTerms = 128;      // terms of a panel
constexpr size_t kOtherRows = 48;   // rows in a call of by_tiles(), unless the input is Float
constexpr size_t kFewRows = 4;      // by_row() computes fewer rows than this
constexpr size_t kFewTerms = 512;   // terms in a step of by_row()
constexpr size_t kFewColumns = 512; // columns in a call of by_row()
constexpr size_t kColumnsAtOnce = 8;

struct Affine {
  float scale;
  float zero_point;
  Affine(const Weights &weights, size_t number)
      : scale(weights.read_scale(weights.scales + number * weights.scale_size)),
        zero_point(weights.zero_points ? weights.read_zero_point(weights.zero_points +
                                                                 number * weights.zero_point_size)
                                       : 0) {}
};

size_t terms_of_group(const Weights &weights, size_t k, size_t count) {
  return std::min(count, weights.group - k % weights.group);
}

template <size_t bytes> struct Mixed {
  static constexpr size_t lanes = kLanes<float, bytes>;
  static constexpr size_t width = kPanelWidth<float, bytes>;
  static constexpr size_t strip = 4 * lanes; // columns of two panels; Words has as many weights
  using V = Vector<float, bytes>;
  using Words = Vector<uint32_t, bytes>;

  ET_ALWAYS_INLINE static V vector_at(const float *from) {
    return load<float, bytes>(reinterpret_cast<const char *>(from));
  }
  ET_ALWAYS_INLINE static void put(float *to, V vector) {
    store<float>(reinterpret_cast<char *>(to), vector);
  }

  /// The weights at byte position `place` of their words, as floats.
  ET_ALWAYS_INLINE static V weights_at(const Words &words, size_t place) {
    return __builtin_convertvector(bits_as<int32_t>(words << (24 - 8 * place)) >> 24, V);
  }

  /// Loads `count` contiguous weights, at most `strip`. All other weights of the vector are 0.
  ET_ALWAYS_INLINE static Words words_at(const int8_t *from, size_t count) {
    Words words = {};
    if (count >= strip)
      std::memcpy(&words, from, sizeof(words));
    else
      std::memcpy(&words, from, count);
    return words;
  }

  /// Orders each complete strip as weights_at() gives weights: elements 0, 4, ..., then 1, 5, ...
  ET_ALWAYS_INLINE static void put_in_order(float *to, const float *from, size_t count) {
    size_t i = 0;
    for (; count - i >= strip; i += strip)
      for (size_t place = 0; place < 4; ++place)
        for (size_t j = 0; j < lanes; ++j)
          to[i + place * lanes + j] = from[i + 4 * j + place];
    for (; i < count; ++i)
      to[i] = from[i];
  }
  /// Reverses put_in_order(). `count` must be a multiple of `strip`.
  ET_ALWAYS_INLINE static void put_back(float *to, const float *from, size_t count) {
    for (size_t i = 0; i < count; i += strip)
      for (size_t j = 0; j < strip; ++j)
        to[i + j] = from[i + j % 4 * lanes + j / 4];
  }

  /// Dequantises weights of mixed_mm to two panels, with columns in the order of put_in_order().
  ET_ALWAYS_INLINE static void expand_mm(float *panels, const Weights &weights, size_t first,
                                         size_t columns, size_t begin, size_t terms) {
    for (size_t k = 0; k < terms; ++k, panels += width) {
      const Affine affine(weights, begin + k);
      const Words words =
          words_at(weights.data + (begin + k) * weights.to_next_depth + first, columns);
      for (size_t place = 0; place < 4; ++place)
        put(panels + place / 2 * kTerms * width + place % 2 * lanes,
            (weights_at(words, place) - affine.zero_point) * affine.scale);
    }
  }

  /// Dequantises up to `lanes` columns of mixed_linear. In a column, terms must share a scale.
  ET_ALWAYS_INLINE static void expand_columns(float *panel, const Weights &weights, size_t first,
                                              size_t columns, size_t begin, size_t terms) {
    float scales[lanes] = {}, zero_points[lanes] = {};
    for (size_t c = 0; c < columns; ++c) {
      const Affine affine(weights, (first + c) * weights.to_next_scale + begin / weights.group);
      scales[c] = affine.scale;
      zero_points[c] = affine.zero_point;
    }
    const V scale = vector_at(scales), zero_point = vector_at(zero_points);
    const int8_t *const from = weights.data + first * weights.to_next_column + begin;
    for (size_t k = 0; k < terms; k += 4) {
      const size_t some = std::min<size_t>(4, terms - k);
      uint32_t words[lanes] = {};
      if (some == 4 && columns == lanes)
        for (size_t c = 0; c < lanes; ++c)
          std::memcpy(&words[c], from + c * weights.to_next_column + k, 4);
      else
        for (size_t c = 0; c < columns; ++c)
          std::memcpy(&words[c], from + c * weights.to_next_column + k, some);
      const Words all = load<uint32_t, bytes>(reinterpret_cast<const char *>(words));
      for (size_t place = 0; place < some; ++place)
        put(panel + (k + place) * width, (weights_at(all, place) - zero_point) * scale);
    }
  }

  ET_ALWAYS_INLINE static void expand_linear(float *panels, const Weights &weights, size_t first,
                                             size_t columns, size_t begin, size_t terms) {
    for (size_t part = 0; part < 4; ++part) {
      const size_t column = part * lanes;
      const size_t count = column < columns ? std::min(lanes, columns - column) : 0;
      float *const panel = panels + part / 2 * kTerms * width + part % 2 * lanes;
      size_t some;
      for (size_t k = 0; k < terms; k += some) {
        some = terms_of_group(weights, begin + k, terms - k);
        expand_columns(panel + k * width, weights, first + column, count, begin + k, some);
      }
    }
  }

  ET_ALWAYS_INLINE static EvenFactors<float> take_inputs(const MixedProduct &p,
                                                         const MixedKernel &kernel, size_t row,
                                                         size_t rows, size_t term, size_t terms,
                                                         float *buffer) {
    const char *in = p.in + (row * p.depth + term) * p.in_size;
    if (kernel.in == ScalarType::Float)
      return {reinterpret_cast<const float *>(in), static_cast<ptrdiff_t>(p.depth), 1};
    for (size_t i = 0; i < rows; ++i)
      kernel.load(in + i * p.depth * p.in_size, terms, buffer + i * kTerms);
    return {buffer, kTerms, 1};
  }

  ET_ALWAYS_INLINE static void by_tiles(const MixedProduct &p, const MixedKernel &kernel,
                                        size_t row, size_t rows, size_t column) {
    const size_t columns = std::min(strip, p.columns - column);
    const bool is_linear = p.weights.to_next_depth == 1;
    float sums[kRowBlock * strip], panels[2 * kTerms * width], inputs[kOtherRows * kTerms];
    for (size_t term = 0; term < p.depth; term += kTerms) {
      const size_t terms = std::min(kTerms, p.depth - term);
      const auto factors = take_inputs(p, kernel, row, rows, term, terms, inputs);
      if (is_linear)
        expand_linear(panels, p.weights, column, columns, term, terms);
      else
        expand_mm(panels, p.weights, column, columns, term, terms);
      for (size_t half = 0; half < 2; ++half)
        multiply_tiles<bytes>(Tiles<float, EvenFactors<float>>{factors,
                                                               panels + half * kTerms * width,
                                                               terms,
                                                               {sums + half * width, strip, 1},
                                                               rows,
                                                               width,
                                                               1,
                                                               term != 0,
                                                               nullptr,
                                                               0});
    }
    for (size_t i = 0; i < rows; ++i) {
      float *results = sums + i * strip, ordered[strip];
      if (!is_linear) {
        put_back(ordered, results, strip);
        results = ordered;
      }
      kernel.store(p.out + ((row + i) * p.columns + column) * p.out_size, results, columns);
    }
  }

  /// Does the work of add_linear() for each column `column + i`. put_in_order() has ordered `in`.
  template <size_t... i>
  ET_ALWAYS_INLINE static void add_columns(float *sums, const float *in, size_t count,
                                           const Weights &weights, size_t column, size_t begin,
                                           std::index_sequence<i...>) {
    const int8_t *const from = weights.data + column * weights.to_next_column + begin;
    const Affine affine[] = {
        {weights, (column + i) * weights.to_next_scale + begin / weights.group}...};
    V totals[sizeof...(i)] = {};
    size_t k = 0;
    for (; count - k >= strip; k += strip) {
      const Words words[] = {words_at(from + i * weights.to_next_column + k, strip)...};
      for (size_t place = 0; place < 4; ++place) {
        const V x = vector_at(in + k + place * lanes);
        ((totals[i] =
              multiply_add(x, weights_at(words[i], place) - affine[i].zero_point, totals[i])),
         ...);
      }
    }
    for (size_t c = 0; c < sizeof...(i); ++c) {
      float sum = sum_of_lanes<float>(totals[c]);
      for (size_t rest = k; rest < count; ++rest)
        sum += in[rest] *
               (static_cast<float>(from[c * weights.to_next_column + rest]) - affine[c].zero_point);
      sums[c] += sum * affine[c].scale;
    }
  }

  /// Adds products of mixed_linear to `sums`. In a column, the terms must share a scale.
  ET_ALWAYS_INLINE static void add_linear(float *sums, const float *in, size_t count,
                                          const Weights &weights, size_t first, size_t columns,
                                          size_t begin) {
    float ordered[kFewTerms];
    put_in_order(ordered, in, count);
    size_t c = 0;
    for (; columns - c >= kColumnsAtOnce; c += kColumnsAtOnce)
      add_columns(sums + c, ordered, count, weights, first + c, begin,
                  std::make_index_sequence<kColumnsAtOnce>());
    for (; c < columns; ++c)
      add_columns(sums + c, ordered, count, weights, first + c, begin,
                  std::make_index_sequence<1>());
  }

  /// Adds products of mixed_mm to `sums`, whose columns are in the order of put_in_order().
  ET_ALWAYS_INLINE static void add_mm(float *sums, const float *in, size_t count,
                                      const Weights &weights, size_t first, size_t columns,
                                      size_t begin) {
    float factors[kFewTerms], zero_points[kFewTerms];
    for (size_t k = 0; k < count; ++k) {
      const Affine affine(weights, begin + k);
      factors[k] = in[k] * affine.scale;
      zero_points[k] = affine.zero_point;
    }
    for (size_t c = 0; c < columns; c += 2 * strip)
      add_depths(sums + c, factors, zero_points, count, weights,
                 weights.data + begin * weights.to_next_depth + first + c, columns - c,
                 std::make_index_sequence<8>());
  }

  /// add_mm() for two strips. `factors` are inputs times scales. Each `i` is a vector of sums.
  template <size_t... i>
  ET_ALWAYS_INLINE static void add_depths(float *sums, const float *factors,
                                          const float *zero_points, size_t count,
                                          const Weights &weights, const int8_t *from,
                                          size_t columns, std::index_sequence<i...>) {
    V totals[] = {vector_at(sums + i * lanes)...};
    const size_t others = columns > strip ? columns - strip : 0;
    for (size_t k = 0; k < count; ++k, from += weights.to_next_depth) {
      const Words words[] = {words_at(from, columns),
                             words_at(others != 0 ? from + strip : from, others)};
      ((totals[i] = multiply_add(splat<float, bytes>(factors[k]),
                                 weights_at(words[i / 4], i % 4) - zero_points[k], totals[i])),
       ...);
    }
    (put(sums + i * lanes, totals[i]), ...);
  }

  ET_ALWAYS_INLINE static void by_row(const MixedProduct &p, const MixedKernel &kernel, size_t row,
                                      size_t column) {
    const size_t columns = std::min(kFewColumns, p.columns - column);
    const bool is_linear = p.weights.to_next_depth == 1;
    float sums[kFewColumns] = {}, buffer[kFewTerms], ordered[kFewColumns];
    size_t some;
    for (size_t k = 0; k < p.depth; k += some) {
      some = std::min(kFewTerms, p.depth - k);
      if (is_linear)
        some = terms_of_group(p.weights, k, some);
      const float *in = kernel.load(p.in + (row * p.depth + k) * p.in_size, some, buffer);
      if (is_linear)
        add_linear(sums, in, some, p.weights, column, columns, k);
      else
        add_mm(sums, in, some, p.weights, column, columns, k);
    }
    if (!is_linear)
      put_back(ordered, sums, kFewColumns);
    kernel.store(p.out + (row * p.columns + column) * p.out_size, is_linear ? sums : ordered,
                 columns);
  }
};

struct MixedLoop {
  template <size_t bytes>
  ET_ALWAYS_INLINE static void run(const MixedProduct &p, const MixedKernel &kernel) {
    const bool is_few = p.rows < kFewRows || p.depth == 0;
    const size_t most = kernel.in == ScalarType::Float ? kRowBlock : kOtherRows;
    const size_t columns = is_few ? kFewColumns : Mixed<bytes>::strip;
    size_t rows;
    for (size_t row = 0; row < p.rows; row += rows) {
      rows = is_few ? 1 : std::min(most, p.rows - row);
      for (size_t column = 0; column < p.columns; column += columns)
        if (is_few)
          Mixed<bytes>::by_row(p, kernel, row, column);
        else
          Mixed<bytes>::by_tiles(p, kernel, row, rows, column);
    }
  }
};

} // namespace

void multiply(const MixedProduct &product, const MixedKernel &kernel) {
  run_on_machine<float, MixedLoop>(product, kernel);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
