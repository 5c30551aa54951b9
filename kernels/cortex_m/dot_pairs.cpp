// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. A word of four elements becomes two words of pairs: elements 0 and 2, then 1 and 3.
// Prepared inputs are stored in that order, weights are taken apart in registers, and two
// channels are multiplied with two pixels before the next words are loaded: 20 instructions for
// 16 products. Words need not be aligned.

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

/// Elements 0 and 2 of a word, and 1 and 3, as pairs; gcc's intrinsics cannot rotate.
uint32_t even(uint32_t word) { return __sxtb16(word); }
uint32_t odd(uint32_t word) {
  uint32_t pair;
  __asm__("sxtb16 %0, %1, ror #8" : "=r"(pair) : "r"(word));
  return pair;
}
uint32_t even(uint32_t offsets, uint32_t word) { return __sxtab16(offsets, word); }
uint32_t odd(uint32_t offsets, uint32_t word) {
  uint32_t pair;
  __asm__("sxtab16 %0, %1, %2, ror #8" : "=r"(pair) : "r"(offsets), "r"(word));
  return pair;
}

/// Where element `place` of a pixel is.
inline size_t index(size_t place) {
  return (place & ~size_t(3)) | ((place & 1) << 1) | ((place >> 1) & 1);
}

/// sum += a[lower or upper half] * b[lower or upper half]
enum Half : bool { Lower, Upper };
template <Half of_a, Half of_b> void add_half(uint32_t &sum, uint32_t a, uint32_t b) {
  int32_t x = int32_t(a), y = int32_t(b), z = int32_t(sum);
  if (of_a == Lower)
    sum = number(of_b == Lower ? __smlabb(x, y, z) : __smlabt(x, y, z));
  else
    sum = number(of_b == Lower ? __smlatb(x, y, z) : __smlatt(x, y, z));
}

/// The sums of two channels, of two pixels, and where their elements and weights are.
struct Block {
  uint32_t sum00, sum01, sum10, sum11;
  const int16_t *x;
  const int8_t *w;
};

// The next channel's weights, and the next pixel's elements, are reached from those of the first
// after their step. gcc's own loops take half as many instructions more.

/// The weights up to `end`, a multiple of four and not none, of one pixel.
inline __attribute__((always_inline)) void add_pixel(Block &block, const int8_t *end,
                                                     size_t stride) {
  uint32_t w0, w1, v0, v1, pair;
  __asm__("1:\n\t"
          "ldr %[w0], [%[w]], #4\n\t"
          "ldr %[v0], [%[w], %[rest]]\n\t"
          "sxtb16 %[w1], %[w0], ror #8\n\t"
          "sxtb16 %[w0], %[w0]\n\t"
          "sxtb16 %[v1], %[v0], ror #8\n\t"
          "sxtb16 %[v0], %[v0]\n\t"
          "ldr %[pair], [%[x]], #4\n\t"
          "smlad %[s00], %[pair], %[w0], %[s00]\n\t"
          "smlad %[s01], %[pair], %[v0], %[s01]\n\t"
          "ldr %[pair], [%[x]], #4\n\t"
          "cmp %[w], %[end]\n\t"
          "smlad %[s00], %[pair], %[w1], %[s00]\n\t"
          "smlad %[s01], %[pair], %[v1], %[s01]\n\t"
          "bne 1b"
          : [s00] "+r"(block.sum00), [s01] "+r"(block.sum01), [x] "+r"(block.x), [w] "+r"(block.w),
            [w0] "=&r"(w0), [w1] "=&r"(w1), [v0] "=&r"(v0), [v1] "=&r"(v1), [pair] "=&r"(pair)
          : [rest] "r"(stride - 4), [end] "r"(end)
          : "cc", "memory");
}

/// The same of two pixels.
inline __attribute__((always_inline)) void add_pixels(Block &block, const int8_t *end,
                                                      size_t stride) {
  static_assert(kPortion == 128, "#252 is the next pixel");
  uint32_t w0, w1, v0, v1, pair;
  __asm__("1:\n\t"
          "ldr %[w0], [%[w]], #4\n\t"
          "ldr %[v0], [%[w], %[rest]]\n\t"
          "sxtb16 %[w1], %[w0], ror #8\n\t"
          "sxtb16 %[w0], %[w0]\n\t"
          "sxtb16 %[v1], %[v0], ror #8\n\t"
          "sxtb16 %[v0], %[v0]\n\t"
          "ldr %[pair], [%[x]], #4\n\t"
          "smlad %[s00], %[pair], %[w0], %[s00]\n\t"
          "smlad %[s01], %[pair], %[v0], %[s01]\n\t"
          "ldr %[pair], [%[x], #252]\n\t"
          "smlad %[s10], %[pair], %[w0], %[s10]\n\t"
          "smlad %[s11], %[pair], %[v0], %[s11]\n\t"
          "ldr %[pair], [%[x]], #4\n\t"
          "smlad %[s00], %[pair], %[w1], %[s00]\n\t"
          "smlad %[s01], %[pair], %[v1], %[s01]\n\t"
          "ldr %[pair], [%[x], #252]\n\t"
          "cmp %[w], %[end]\n\t"
          "smlad %[s10], %[pair], %[w1], %[s10]\n\t"
          "smlad %[s11], %[pair], %[v1], %[s11]\n\t"
          "bne 1b"
          : [s00] "+r"(block.sum00), [s01] "+r"(block.sum01), [s10] "+r"(block.sum10),
            [s11] "+r"(block.sum11), [x] "+r"(block.x), [w] "+r"(block.w), [w0] "=&r"(w0),
            [w1] "=&r"(w1), [v0] "=&r"(v0), [v1] "=&r"(v1), [pair] "=&r"(pair)
          : [rest] "r"(stride - 4), [end] "r"(end)
          : "cc", "memory");
}

/// Two channels, `stride` weights apart, of one or two pixels.
template <bool two_pixels>
__attribute__((noinline)) void add_channels(const int16_t *pixel, size_t count,
                                            const int8_t *weights, size_t stride, uint32_t *sums,
                                            size_t second) {
  Block block = {0, 0, 0, 0, pixel, weights};
  const int8_t *end = weights + (count & ~size_t(3));
  if (weights != end) {
    if (two_pixels)
      add_pixels(block, end, stride);
    else
      add_pixel(block, end, stride);
  }
  pixel += count & ~size_t(3);
  for (size_t i = 0; i != (count & 3); ++i) {
    uint32_t w = number(end[i]), v = number(end[i + stride]);
    uint32_t value = number(pixel[index(i)]);
    block.sum00 += value * w;
    block.sum01 += value * v;
    if (two_pixels) {
      value = number(pixel[kPortion + index(i)]);
      block.sum10 += value * w;
      block.sum11 += value * v;
    }
  }
  // Of a last channel without a second one, `second` is 0.
  sums[second] += block.sum01;
  if (second != 0)
    sums[0] += block.sum00;
  if (two_pixels) {
    sums += kBlock;
    sums[second] += block.sum11;
    if (second != 0)
      sums[0] += block.sum10;
  }
}

/// The packed part of add_columns, for four channels: a multiple of four elements, not none.
__attribute__((noinline)) void add_four_columns(const int16_t *pixel, size_t count, const int8_t *w,
                                                size_t stride, uint32_t *sums) {
  uint32_t sum0 = sums[0], sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
  const uint32_t *x = reinterpret_cast<const uint32_t *>(pixel);
  const uint32_t *end = x + count / 2;
  do {
    // Elements 0 and 2, and 1 and 3.
    uint32_t x0 = x[0], x1 = x[1];
    x += 2;
    uint32_t word = load(w), pair = even(word);
    w += stride;
    add_half<Lower, Lower>(sum0, x0, pair);
    add_half<Lower, Upper>(sum2, x0, pair);
    pair = odd(word);
    add_half<Lower, Lower>(sum1, x0, pair);
    add_half<Lower, Upper>(sum3, x0, pair);
    word = load(w);
    w += stride;
    pair = even(word);
    add_half<Lower, Lower>(sum0, x1, pair);
    add_half<Lower, Upper>(sum2, x1, pair);
    pair = odd(word);
    add_half<Lower, Lower>(sum1, x1, pair);
    add_half<Lower, Upper>(sum3, x1, pair);
    word = load(w);
    w += stride;
    pair = even(word);
    add_half<Upper, Lower>(sum0, x0, pair);
    add_half<Upper, Upper>(sum2, x0, pair);
    pair = odd(word);
    add_half<Upper, Lower>(sum1, x0, pair);
    add_half<Upper, Upper>(sum3, x0, pair);
    word = load(w);
    w += stride;
    pair = even(word);
    add_half<Upper, Lower>(sum0, x1, pair);
    add_half<Upper, Upper>(sum2, x1, pair);
    pair = odd(word);
    add_half<Upper, Lower>(sum1, x1, pair);
    add_half<Upper, Upper>(sum3, x1, pair);
  } while (x != end);
  sums[0] = sum0;
  sums[1] = sum1;
  sums[2] = sum2;
  sums[3] = sum3;
}

/// The sums of four channels of a pixel.
struct Lanes {
  uint32_t sum0, sum1, sum2, sum3;
};

/// `count` taps, not none, that are `stride` apart in both the input and the weights: so one
/// pointer and a distance lead to both.
inline __attribute__((always_inline)) void add_run(Lanes &lanes, const int8_t *x, const int8_t *w,
                                                   size_t stride, size_t count, uint32_t offsets) {
  uintptr_t distance = reinterpret_cast<uintptr_t>(x) - reinterpret_cast<uintptr_t>(w);
  uint32_t a, b, c, d;
  __asm__(
      "1:\n\t"
      "ldr %[a], [%[w], %[distance]]\n\t"
      "ldr %[b], [%[w]]\n\t"
      "add %[w], %[w], %[stride]\n\t"
      "sxtab16 %[c], %[offsets], %[a]\n\t"
      "sxtab16 %[a], %[offsets], %[a], ror #8\n\t"
      "sxtb16 %[d], %[b]\n\t"
      "sxtb16 %[b], %[b], ror #8\n\t"
      "smlabb %[s0], %[c], %[d], %[s0]\n\t"
      "smlatt %[s2], %[c], %[d], %[s2]\n\t"
      "subs %[count], %[count], #1\n\t"
      "smlabb %[s1], %[a], %[b], %[s1]\n\t"
      "smlatt %[s3], %[a], %[b], %[s3]\n\t"
      "bne 1b"
      : [s0] "+r"(lanes.sum0), [s1] "+r"(lanes.sum1), [s2] "+r"(lanes.sum2), [s3] "+r"(lanes.sum3),
        [w] "+r"(w), [count] "+r"(count), [a] "=&r"(a), [b] "=&r"(b), [c] "=&r"(c), [d] "=&r"(d)
      : [offsets] "r"(offsets), [stride] "r"(stride), [distance] "r"(distance)
      : "cc", "memory");
}

/// add_taps for four channels.
__attribute__((noinline)) void add_four_taps(const Patch &patch, const int8_t *in, uint32_t offsets,
                                             const int8_t *weights, size_t stride, uint32_t *sums) {
  if (patch.columns == 0)
    return;
  Lanes lanes = {0, 0, 0, 0};
  // Dilation keeps taps apart: each is a run then.
  size_t run = patch.in_column == static_cast<ptrdiff_t>(stride) ? patch.columns : 1;
  for (size_t y = patch.rows; y != 0; --y) {
    const int8_t *x = in;
    const int8_t *w = weights;
    for (size_t left = patch.columns; left != 0; left -= run) {
      add_run(lanes, x, w, stride, run, offsets);
      x += patch.in_column;
      w += stride;
    }
    in += patch.in_row;
    weights += patch.kernel_row * static_cast<ptrdiff_t>(stride);
  }
  sums[0] = lanes.sum0;
  sums[1] = lanes.sum1;
  sums[2] = lanes.sum2;
  sums[3] = lanes.sum3;
}

} // namespace

void prepare(const int8_t *x, size_t count, Preparation how, int16_t *pixel, size_t place) {
  uint32_t mask = number(how.mask);
  uint32_t offsets = (number(how.offset) & 0xffff) * 0x10001;
  while (count != 0) {
    size_t taken = 1;
    if ((place & 3) == 0 && count >= 4) {
      uint32_t word = load(x) & mask;
      uint32_t *pairs = reinterpret_cast<uint32_t *>(pixel + place);
      pairs[0] = even(offsets, word);
      pairs[1] = odd(offsets, word);
      taken = 4;
    } else {
      pixel[index(place)] = static_cast<int16_t>((*x & how.mask) + how.offset);
    }
    x += taken;
    place += taken;
    count -= taken;
  }
}

void add_rows(const Portion &x, size_t count, const int8_t *weights, size_t stride, uint32_t *sums,
              size_t channels, size_t pixels) {
  // A last channel without a second one is computed twice.
  for (size_t i = 0; i < channels; i += 2) {
    size_t second = channels - i != 1;
    size_t step = second ? stride : 0;
    if (pixels == 2)
      add_channels<true>(x.elements[0], count, weights, step, sums + i, second);
    else
      add_channels<false>(x.elements[0], count, weights, step, sums + i, second);
    weights += 2 * stride;
  }
}

void add_columns(const Portion &portion, size_t count, const int8_t *weights, size_t stride,
                 uint32_t *sums, size_t channels, size_t pixels) {
  for (size_t p = 0; p < pixels; ++p) {
    const int16_t *x = portion.elements[p];
    for (size_t channel = 0; channel < channels;) {
      bool in_pairs = channels - channel >= 4;
      size_t packed = in_pairs ? count & ~size_t(3) : 0;
      if (packed != 0)
        add_four_columns(x, packed, weights + channel, stride, sums + channel);
      for (size_t lanes = in_pairs ? 4 : 1; lanes != 0; --lanes) {
        const int8_t *w = weights + packed * stride + channel;
        uint32_t sum = sums[channel];
        for (size_t i = packed; i != count; ++i) {
          sum += number(x[index(i)]) * number(*w);
          w += stride;
        }
        sums[channel++] = sum;
      }
    }
    sums += kBlock;
  }
}

void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels) {
  size_t done = 0;
  // 16 bits have to hold the sum of an element and the offset.
  if (offset + (1 << 14) < 1 << 15)
    for (; channels - done >= 4; done += 4)
      add_four_taps(patch, in + done, (offset & 0xffff) * 0x10001, weights + done, stride,
                    sums + done);
  for (; done != channels; ++done) {
    const int8_t *x = in + done;
    const int8_t *w = weights + done;
    for (size_t y = 0; y != patch.rows; ++y) {
      for (ptrdiff_t i = 0; i != ptrdiff_t(patch.columns); ++i)
        sums[done] += (number(x[i * patch.in_column]) + offset) * number(w[i * ptrdiff_t(stride)]);
      x += patch.in_row;
      w += patch.kernel_row * ptrdiff_t(stride);
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
