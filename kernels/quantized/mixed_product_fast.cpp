// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with weights of Char on hosts: see mixed_product.h.
//
// A block of weights becomes floats, less their zero points and times their scales, and is
// multiplied with up to kRows rows of the input. Eight vectors of sums are independent, as many as
// it takes for additions not to wait for each other, and with eight of weights they leave room in
// sixteen registers. In mixed_linear a column's weights lie side by side, and the vectors are sums
// of eight columns, each by every few of the depth; in mixed_mm those of a depth do, and the
// vectors are columns. Half and BFloat16 are converted for each block of columns anew. It takes up
// to 27 KB of stack.

#include "mixed_product.h"

#ifdef ET_HAS_FAST_PRODUCTS

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

#if defined(__AVX512F__)
constexpr size_t kVectorSize = 64;
#elif defined(__AVX__)
constexpr size_t kVectorSize = 32;
#else
constexpr size_t kVectorSize = 16;
#endif
using Vector __attribute__((vector_size(kVectorSize))) = float;
constexpr size_t kLanes = kVectorSize / sizeof(float);
constexpr size_t kSums = 8; // vectors
constexpr size_t kRows = 16;
constexpr size_t kBlock = 4096; // weights

Vector load(const float *from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}

/// Weights that lie side by side and have one scale, as floats.
void expand(float *to, const int8_t *from, size_t count, float zero_point, float scale) {
  for (size_t i = 0; i < count; ++i)
    to[i] = (static_cast<float>(from[i]) - zero_point) * scale;
}

/// The same with the numbers at place `number`.
void expand(float *to, const int8_t *from, size_t count, const Weights &weights, size_t number) {
  const float zero_point =
      weights.zero_points
          ? weights.read_zero_point(weights.zero_points + number * weights.zero_point_size)
          : 0;
  expand(to, from, count, zero_point,
         weights.read_scale(weights.scales + number * weights.scale_size));
}

/// Adds the products of `count` inputs with the weights of kSums columns to their sums.
constexpr size_t kLinearDepth = kBlock / kSums;
void add_linear(float *sums, const float *in, const float *weights, size_t count) {
  Vector totals[kSums] = {};
  size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    const Vector x = load(in + k);
    for (size_t c = 0; c < kSums; ++c)
      totals[c] += x * load(weights + c * kLinearDepth + k);
  }
  for (size_t c = 0; c < kSums; ++c) {
    for (size_t i = 0; i < kLanes; ++i)
      sums[c] += totals[c][i];
    for (size_t i = k; i < count; ++i)
      sums[c] += in[i] * weights[c * kLinearDepth + i];
  }
}

/// The weights of some columns, from `first` and depth `begin` on.
void expand_linear(float *to, const Weights &weights, size_t first, size_t columns, size_t begin,
                   size_t count) {
  for (size_t c = 0; c < columns; ++c) {
    const size_t column = first + c;
    size_t some;
    for (size_t k = begin; k < begin + count; k += some) {
      const size_t group = k / weights.group;
      const size_t group_end = (group + 1) * weights.group;
      some = (group_end < begin + count ? group_end : begin + count) - k;
      expand(to + c * kLinearDepth + (k - begin),
             weights.data + column * weights.to_next_column + k, some, weights,
             column * weights.to_next_scale + group);
    }
  }
}

/// The same for kSums vectors of columns.
constexpr size_t kMmColumns = kSums * kLanes;
constexpr size_t kMmDepth = kBlock / kMmColumns;
void add_mm(float *sums, const float *in, const float *weights, size_t count) {
  Vector totals[kSums];
  std::memcpy(totals, sums, sizeof(totals));
  for (size_t k = 0; k < count; ++k)
    for (size_t v = 0; v < kSums; ++v)
      totals[v] += in[k] * load(weights + k * kMmColumns + v * kLanes);
  std::memcpy(sums, totals, sizeof(totals));
}

void expand_mm(float *to, const Weights &weights, size_t first, size_t columns, size_t begin,
               size_t count) {
  for (size_t k = begin; k < begin + count; ++k, to += kMmColumns)
    expand(to, weights.data + k * weights.to_next_depth + first, columns, weights, k);
}

/// The form of an operator.
struct Blocks {
  size_t columns;
  size_t depth;
  void (*expand)(float *to, const Weights &weights, size_t first, size_t columns, size_t begin,
                 size_t count);
  void (*add)(float *sums, const float *in, const float *weights, size_t count);
};

size_t at_most(size_t most, size_t count) { return count < most ? count : most; }

} // namespace

void multiply(const MixedProduct &p, const MixedKernel &kernel) {
  const Blocks blocks = p.weights.to_next_depth == 1
                            ? Blocks{kSums, kLinearDepth, expand_linear, add_linear}
                            : Blocks{kMmColumns, kMmDepth, expand_mm, add_mm};
  alignas(kVectorSize) float weights[kBlock] = {}; // of columns that there are not, 0
  float inputs[kLinearDepth];
  for (size_t column = 0; column < p.columns; column += blocks.columns) {
    const size_t columns = at_most(blocks.columns, p.columns - column);
    for (size_t row = 0; row < p.rows; row += kRows) {
      const size_t rows = at_most(kRows, p.rows - row);
      alignas(kVectorSize) float sums[kRows][kMmColumns] = {};
      for (size_t k = 0; k < p.depth; k += blocks.depth) {
        const size_t count = at_most(blocks.depth, p.depth - k);
        blocks.expand(weights, p.weights, column, columns, k, count);
        for (size_t r = 0; r < rows; ++r)
          blocks.add(sums[r],
                     kernel.load(p.in + ((row + r) * p.depth + k) * p.in_size, count, inputs),
                     weights, count);
      }
      for (size_t r = 0; r < rows; ++r)
        for (size_t c = 0; c < columns; ++c)
          kernel.store(p.out + ((row + r) * p.columns + column + c) * p.out_size, sums[r][c]);
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
