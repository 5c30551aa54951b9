// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. Each loop has the sums of four channels in registers, so that an input is loaded once
// for four channels.

#include "dot.h"

#if !defined(ET_CORTEX_M_PAIRS) && !defined(ET_CORTEX_M_VECTORS)

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

uint32_t number(int32_t element) { return static_cast<uint32_t>(element); }

} // namespace

void prepare(const int8_t *x, size_t count, Preparation how, int16_t *to, size_t first) {
  int16_t *out = to + first;
  for (; count != 0; --count)
    *out++ = static_cast<int16_t>((*x++ & how.mask) + how.offset);
}

void add_rows(const int16_t *elements, const int16_t *, size_t count, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels, size_t) {
  const int16_t *end = elements + count;
  while (channels != 0) {
    size_t lanes = channels >= 4 ? 4 : 1;
    const int16_t *x = elements;
    const int8_t *w0 = weights;
    uint32_t sum0 = sums[0];
    if (lanes == 1) {
      while (x != end)
        sum0 += number(*x++) * number(*w0++);
    } else {
      uint32_t sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
      const int8_t *w1 = w0 + stride;
      const int8_t *w2 = w1 + stride;
      const int8_t *w3 = w2 + stride;
      while (x != end) {
        uint32_t value = number(*x++);
        sum0 += value * number(*w0++);
        sum1 += value * number(*w1++);
        sum2 += value * number(*w2++);
        sum3 += value * number(*w3++);
      }
      sums[1] = sum1;
      sums[2] = sum2;
      sums[3] = sum3;
    }
    sums[0] = sum0;
    sums += lanes;
    weights += lanes * stride;
    channels -= lanes;
  }
}

void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels) {
  while (channels != 0) {
    size_t lanes = channels >= 4 ? 4 : 1;
    uint32_t sum0 = sums[0], sum1 = 0, sum2 = 0, sum3 = 0;
    if (lanes != 1) {
      sum1 = sums[1];
      sum2 = sums[2];
      sum3 = sums[3];
    }
    const int8_t *in_row = in;
    const int8_t *weights_row = weights;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *x = in_row;
      const int8_t *w = weights_row;
      for (size_t i = patch.columns; i != 0; --i) {
        sum0 += (number(x[0]) + offset) * number(w[0]);
        if (lanes != 1) {
          sum1 += (number(x[1]) + offset) * number(w[1]);
          sum2 += (number(x[2]) + offset) * number(w[2]);
          sum3 += (number(x[3]) + offset) * number(w[3]);
        }
        x += patch.in_column;
        w += stride; // the next column's weights are one tap further
      }
      in_row += patch.in_row;
      weights_row += patch.kernel_row * static_cast<ptrdiff_t>(stride);
    }
    sums[0] = sum0;
    if (lanes != 1) {
      sums[1] = sum1;
      sums[2] = sum2;
      sums[3] = sum3;
    }
    sums += lanes;
    in += lanes;
    weights += lanes;
    channels -= lanes;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
