// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. A word of four 8-bit elements becomes two words of two 16-bit elements: elements 0 and
// 2, then 1 and 3. add_rows computes two pixels at once, so the words of the two pixels alternate
// in a Portion. Weights are unpacked in registers, and need not be aligned. One pass of the inner
// loop has 18 instructions for 16 products: 2 pixels times 2 channels times 4 elements.

#include "dot.h"

#ifdef ET_CORTEX_M_PAIRS

#include <arm_acle.h>
#include <cstring>

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

uint32_t number(int32_t element) { return static_cast<uint32_t>(element); }

uint32_t load(const int8_t *elements) {
  uint32_t word;
  std::memcpy(&word, elements, sizeof(word));
  return word;
}

/// Widens elements 0 and 2 (odd(): 1 and 3) of a word to 16 bits each, and adds the two 16-bit
/// numbers in `offsets`. odd() is assembly because gcc's intrinsics cannot rotate.
uint32_t even(uint32_t offsets, uint32_t word) {
  return number(__sxtab16(static_cast<int32_t>(offsets), static_cast<int32_t>(word)));
}
uint32_t odd(uint32_t offsets, uint32_t word) {
  uint32_t pair;
  __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(pair) : "r"(offsets), "r"(word));
  return pair;
}

/// add_channels reads these values from memory once per two channels, as no register is left.
struct Rest {
  uint32_t *sums;
  size_t channels;
  size_t to_pair; ///< bytes that the weights' pointer skips after each two channels
  size_t pair_step;
  size_t x_back;
};

static_assert(kBlock == 64, "add_channels: the other pixel's sums are 256 bytes on");

/// Adds `count` products to each channel's sum, for one pixel or two (`both`). `count` is a
/// positive multiple of 4, and `channels` of 2. In the assembly, w + second points to the second
/// channel's weights: `second` is stride - 4, because `w` has already advanced by 4. For the same
/// loops in C++, gcc 12 emits 1.5 times as many instructions.
template <bool both>
__attribute__((noinline)) void add_channels(const int16_t *x, size_t count, const int8_t *weights,
                                            size_t stride, uint32_t *sums, size_t channels) {
  Rest rest = {sums, channels, 2 * stride - count, 2 * stride, count * 4};
  void *c = &rest;
  const int8_t *end = weights + count;
  uint32_t sum00, sum01, sum10, sum11, a, b, p, q;
  __asm__ volatile("push {%[c]}\n"
                   "1:\n\t"
                   "ldr %[c], [sp]\n\t"
                   "ldr %[c], [%[c]]\n\t"
                   "ldrd %[s00], %[s01], [%[c]]\n\t"
                   ".if %c[both]\n\t"
                   "ldrd %[s10], %[s11], [%[c], #256]\n\t"
                   ".endif\n"
                   "2:\n\t"
                   "ldr %[a], [%[w]], #4\n\t"
                   "ldr %[b], [%[w], %[second]]\n\t"
                   "ldrd %[p], %[q], [%[x]], #8\n\t"
                   "sxtb16 %[c], %[a]\n\t"
                   "smlad %[s00], %[p], %[c], %[s00]\n\t"
                   ".if %c[both]\n\tsmlad %[s10], %[q], %[c], %[s10]\n\t.endif\n\t"
                   "sxtb16 %[c], %[b]\n\t"
                   "smlad %[s01], %[p], %[c], %[s01]\n\t"
                   ".if %c[both]\n\tsmlad %[s11], %[q], %[c], %[s11]\n\t.endif\n\t"
                   "ldrd %[p], %[q], [%[x]], #8\n\t"
                   "sxtb16 %[a], %[a], ror #8\n\t"
                   "sxtb16 %[b], %[b], ror #8\n\t"
                   "cmp %[w], %[end]\n\t"
                   "smlad %[s00], %[p], %[a], %[s00]\n\t"
                   "smlad %[s01], %[p], %[b], %[s01]\n\t"
                   ".if %c[both]\n\tsmlad %[s10], %[q], %[a], %[s10]\n\t"
                   "smlad %[s11], %[q], %[b], %[s11]\n\t.endif\n\t"
                   "bne 2b\n\t"
                   "ldr %[c], [sp]\n\t"
                   "ldrd %[a], %[b], [%[c]]\n\t"
                   ".if %c[both]\n\tstrd %[s10], %[s11], [%[a], #256]\n\t.endif\n\t"
                   "strd %[s00], %[s01], [%[a]], #8\n\t"
                   "subs %[b], %[b], #2\n\t"
                   "strd %[a], %[b], [%[c]]\n\t"
                   "ldrd %[p], %[q], [%[c], #8]\n\t"
                   "ldr %[a], [%[c], #16]\n\t"
                   "add %[w], %[w], %[p]\n\t"
                   "add %[end], %[end], %[q]\n\t"
                   "sub %[x], %[x], %[a]\n\t"
                   "bne 1b\n\t"
                   "pop {%[c]}"
                   : [s00] "=&r"(sum00), [s01] "=&r"(sum01), [s10] "=&r"(sum10), [s11] "=&r"(sum11),
                     [x] "+r"(x), [w] "+r"(weights), [a] "=&r"(a), [b] "=&r"(b), [c] "+r"(c),
                     [p] "=&r"(p), [q] "=&r"(q), [end] "+r"(end)
                   : [second] "r"(stride - 4), [both] "i"(both)
                   : "cc", "memory");
}

/// The rows and columns of a window's taps. In the weights, the end of a row and the start of the
/// next row are `to_row` bytes apart. In the input, they are `to_row` + `farther` bytes apart.
struct Grid {
  size_t rows;
  size_t columns;
  uintptr_t to_row;
  uintptr_t farther;

  Grid(size_t its_rows, size_t its_columns, ptrdiff_t in_row, ptrdiff_t weights_row, size_t stride)
      : rows(its_rows), columns(its_columns),
        to_row(static_cast<uintptr_t>(weights_row) - its_columns * stride),
        farther(static_cast<uintptr_t>(in_row - weights_row)) {}
};

/// Does add_taps's work for a positive multiple of four channels. In both input and weights, the
/// taps of a row are `stride` bytes apart. Thus each input is `distance` bytes from its weight.
__attribute__((noinline)) void add_grid(const Grid &grid, const int8_t *in, uint32_t offsets,
                                        const int8_t *weights, size_t stride, uint32_t *sums,
                                        size_t channels) {
  const uintptr_t start = reinterpret_cast<uintptr_t>(in) - reinterpret_cast<uintptr_t>(weights);
  Grid rest = grid;
  for (; channels != 0; channels -= 4) {
    rest.rows = grid.rows;
    void *left = &rest; // the assembly reuses its register to count columns
    uintptr_t distance = start;
    const int8_t *w = weights;
    uint32_t sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
    uint32_t a, b, c, d;
    __asm__ volatile("push {%[left]}\n"
                     "1:\n\t"
                     "ldr %[left], [sp]\n\t"
                     "ldr %[left], [%[left], #4]\n"
                     "2:\n\t"
                     "ldr %[a], [%[w], %[distance]]\n\t"
                     "ldr %[b], [%[w]]\n\t"
                     "add %[w], %[w], %[stride]\n\t"
                     "sxtab16 %[c], %[offsets], %[a]\n\t"
                     "sxtab16 %[a], %[offsets], %[a], ror #8\n\t"
                     "sxtb16 %[d], %[b]\n\t"
                     "sxtb16 %[b], %[b], ror #8\n\t"
                     "smlabb %[s0], %[c], %[d], %[s0]\n\t"
                     "smlatt %[s2], %[c], %[d], %[s2]\n\t"
                     "subs %[left], %[left], #1\n\t"
                     "smlabb %[s1], %[a], %[b], %[s1]\n\t"
                     "smlatt %[s3], %[a], %[b], %[s3]\n\t"
                     "bne 2b\n\t"
                     "ldr %[c], [sp]\n\t"
                     "ldr %[d], [%[c]]\n\t"
                     "ldrd %[a], %[b], [%[c], #8]\n\t"
                     "subs %[d], %[d], #1\n\t"
                     "str %[d], [%[c]]\n\t"
                     "add %[w], %[w], %[a]\n\t"
                     "add %[distance], %[distance], %[b]\n\t"
                     "bne 1b\n\t"
                     "pop {%[left]}"
                     : [s0] "+r"(sum0), [s1] "+r"(sum1), [s2] "+r"(sum2), [s3] "+r"(sum3),
                       [w] "+r"(w), [distance] "+r"(distance), [left] "+r"(left), [a] "=&r"(a),
                       [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
                     : [offsets] "r"(offsets), [stride] "r"(stride)
                     : "cc", "memory");
    sums[0] = sum0;
    sums[1] = sum1;
    sums[2] = sum2;
    sums[3] = sum3;
    sums += 4;
    weights += 4;
  }
}

void add_packed_taps(const Patch &patch, const int8_t *in, uint32_t offsets, const int8_t *weights,
                     size_t stride, uint32_t *sums, size_t channels) {
  const ptrdiff_t step = static_cast<ptrdiff_t>(stride);
  const ptrdiff_t row = patch.kernel_row * step;
  if (patch.columns <= 1 || patch.in_column == step) {
    if (patch.columns != 0 && patch.rows != 0)
      add_grid({patch.rows, patch.columns, patch.in_row, row, stride}, in, offsets, weights, stride,
               sums, channels);
    return;
  }
  // With dilation, the taps of a row are farther apart in the input than in the weights. Thus each
  // row of taps is passed as a column: one tap per row of the grid.
  for (size_t y = patch.rows; y != 0; --y) {
    add_grid({patch.columns, 1, patch.in_column, step, stride}, in, offsets, weights, stride, sums,
             channels);
    in += patch.in_row;
    weights += row;
  }
}

} // namespace

void prepare(const int8_t *x, size_t count, Preparation how, int16_t *to, size_t first) {
  uint32_t mask = number(how.mask);
  uint32_t offsets = (number(how.offset) & 0xffff) * 0x10001;
  while (count != 0) {
    int16_t *place = to + place_of(first);
    size_t taken = 1;
    if ((first & 3) == 0 && count >= 4) {
      uint32_t *pairs = reinterpret_cast<uint32_t *>(place);
      taken = count & ~size_t(3);
      for (const int8_t *word = x, *end = x + taken; word != end; word += 4) {
        uint32_t elements = load(word) & mask;
        pairs[0] = even(offsets, elements);
        pairs[2] = odd(offsets, elements);
        pairs += 4;
      }
    } else {
      *place = static_cast<int16_t>((*x & how.mask) + how.offset);
    }
    x += taken;
    first += taken;
    count -= taken;
  }
}

void add_rows(const int16_t *x, const int16_t *, size_t count, const int8_t *weights, size_t stride,
              uint32_t *sums, size_t channels, size_t pixels) {
  size_t packed = count & ~size_t(3);
  if (packed != 0) {
    auto add = pixels == 2 ? add_channels<true> : add_channels<false>;
    size_t even = channels & ~size_t(1);
    if (even != 0)
      add(x, packed, weights, stride, sums, even);
    // An odd last channel is computed twice; the second sum is unused.
    if (even != channels)
      add(x, packed, weights + even * stride, 0, sums + even, 2);
  }
  if (packed == count)
    return;
  for (; channels != 0; --channels) {
    for (size_t i = packed; i != count; ++i) {
      sums[0] += number(x[place_of(i)]) * number(weights[i]);
      if (pixels == 2)
        sums[kBlock] += number(x[kSecond + place_of(i)]) * number(weights[i]);
    }
    weights += stride;
    ++sums;
  }
}

void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels) {
  size_t done = 0;
  // With an offset from -2^14 to 2^14 - 1, an element plus the offset fits in 16 bits.
  if (offset + (1 << 14) < 1 << 15) {
    done = channels & ~size_t(3);
    add_packed_taps(patch, in, (offset & 0xffff) * 0x10001, weights, stride, sums, done);
  }
  add_single_taps(patch, in + done, offset, weights + done, stride, sums + done, channels - done);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
