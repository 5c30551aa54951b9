// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops: sums of products of Char elements. The compiler's macros select one of three
// forms. All forms give the same bits: sums wrap around, so the order of additions does not matter.
//
//   dot_portable.cpp   plain C++: hosts, Cortex-M0, -M3; without optimisation: -M4, -M7, -M33
//   dot_pairs.cpp      pairs of 16 bits (SMLAD, SXTB16): Cortex-M4, -M7, -M33
//   dot_vectors.cpp    Helium's vectors (MVE): Cortex-M55, -M85
//
// Elements that are multiplied with many weights are prepared once: copied to a portion, an array
// on the stack. Thus the inner loops know nothing of padding, taps and groups. In the vector form,
// the loops read the elements of a window with one tap directly from the input.
//
// In the first two forms, prepared elements have 16 bits, and include the input's offset. In the
// vector form, prepared elements have 8 bits, which leaves no room for the offset. Instead, each
// channel's bias includes the offset times the sum of the channel's weights. An element of the
// padding is -offset, so its products cancel its part of the bias.

#pragma once

#include "windows.h"

#if defined(__ARM_FEATURE_MVE)
#define ET_CORTEX_M_VECTORS 1
// The clobber for the predicate register. clang has no name for this register, and keeps no value
// in it across inline assembly.
#ifdef __clang__
#define ET_PREDICATE
#else
#define ET_PREDICATE "p0",
#endif
#elif defined(__ARM_FEATURE_SIMD32) && defined(__ARM_FEATURE_UNALIGNED) &&                         \
    !defined(__ARM_BIG_ENDIAN) && defined(__OPTIMIZE__) // unoptimised loops run out of registers
#define ET_CORTEX_M_PAIRS 1
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {

constexpr size_t kPortion = 128; ///< elements of a pixel
constexpr size_t kBlock = 64;    ///< output channels

#if defined(ET_CORTEX_M_VECTORS) || defined(ET_CORTEX_M_PAIRS)
constexpr size_t kPixels = 2;
#else
constexpr size_t kPixels = 1;
#endif

#ifdef ET_CORTEX_M_VECTORS
using Element = int8_t;
#else
using Element = int16_t;
#endif

/// Prepared elements of kPixels pixels, in the order that the form needs.
struct Portion {
  alignas(8) Element elements[kPixels * kPortion];
};

/// The index of a pixel's element in a portion, relative to the index of the pixel's element 0.
inline size_t place_of(size_t element) {
#ifdef ET_CORTEX_M_PAIRS
  return (element & ~size_t(3)) * kPixels | (element & 1) * 2 * kPixels | (element >> 1 & 1);
#else
  return element;
#endif
}

/// The index of the second pixel's element 0.
#ifdef ET_CORTEX_M_PAIRS
constexpr size_t kSecond = 2;
#else
constexpr size_t kSecond = kPortion;
#endif

/// An element x is prepared as (x & mask) + offset, and an element outside of the image as
/// `padding`. `mask` is -1. To sum only the weights, `mask` is 0: all elements become `offset`.
struct Preparation {
  int8_t mask;
  int8_t padding;
  int16_t offset;
};

/// Prepares the `count` elements at `x`, and writes them to a portion as the elements `first`,
/// `first` + 1 and so on of a pixel. `to` points to the pixel's element 0 in the portion.
#ifdef ET_CORTEX_M_VECTORS
inline void prepare(const int8_t *x, size_t count, Preparation how, int8_t *to, size_t first) {
  int8_t *out = to + first;
  if (count != 0)
    __asm__ volatile("vdup.8 q1, %[mask]\n\t"
                     "dlstp.8 lr, %[count]\n"
                     "1:\n\t"
                     "vldrb.8 q0, [%[x]], #16\n\t"
                     "vand q0, q0, q1\n\t"
                     "vadd.i8 q0, q0, %[offset]\n\t"
                     "vstrb.8 q0, [%[out]], #16\n\t"
                     "letp lr, 1b"
                     : [x] "+r"(x), [out] "+r"(out)
                     : [mask] "r"(how.mask), [offset] "r"(how.offset), [count] "r"(count)
                     : "q0", "q1", "lr", "memory");
}
#else
void prepare(const int8_t *x, size_t count, Preparation how, Element *to, size_t first);
#endif

/// Multiplies `count` elements of pixel p by the weights of channel c, and adds the products to
/// sums[p * kBlock + c]. A channel's weights are contiguous; channels are `stride` apart. `second`
/// points to the second pixel's elements. Only the vector form uses `second`.
void add_rows(const Element *x, const Element *second, size_t count, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels, size_t pixels);

#ifdef ET_CORTEX_M_VECTORS
/// Adds to sums[c] the product of `offset` and the sum of channel c's `count` weights.
inline void add_weights(uint32_t offset, const int8_t *weights, size_t count, int32_t *sums,
                        size_t channels) {
  if (count == 0)
    return;
  for (; channels != 0; --channels) {
    const int8_t *w = weights;
    int32_t sum = 0;
    __asm__("dlstp.8 lr, %[count]\n"
            "1:\n\t"
            "vldrb.8 q0, [%[w]], #16\n\t"
            "vaddva.s8 %[sum], q0\n\t"
            "letp lr, 1b"
            : [w] "+r"(w), [sum] "+Te"(sum)
            : [count] "r"(count)
            : "q0", "lr", "memory");
    *sums =
        static_cast<int32_t>(static_cast<uint32_t>(*sums) + offset * static_cast<uint32_t>(sum));
    ++sums;
    weights += count;
  }
}
#endif

/// Adds to sums[c] the products of the patch's taps and their weights. Channels are contiguous in
/// input and weights; taps are `stride` weights apart. Nothing is prepared, because each input is
/// multiplied with one weight only.
void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels);

#if defined(ET_CORTEX_M_VECTORS) || defined(ET_CORTEX_M_PAIRS)
/// Like add_taps, but one channel at a time. Serves offsets that are too large for sums in 16 bits.
/// In dot_pairs.cpp, also serves the last channels, if their number is no multiple of four.
inline void add_single_taps(const Patch &patch, const int8_t *in, uint32_t offset,
                            const int8_t *weights, size_t stride, uint32_t *sums, size_t channels) {
  const ptrdiff_t row_step = patch.kernel_row * static_cast<ptrdiff_t>(stride);
  for (; channels != 0; --channels) {
    const int8_t *in_row = in++;
    const int8_t *weights_row = weights++;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *x = in_row;
      const int8_t *w = weights_row;
      for (size_t i = patch.columns; i != 0; --i) {
        *sums += (static_cast<uint32_t>(*x) + offset) * static_cast<uint32_t>(*w);
        x += patch.in_column;
        w += stride;
      }
      in_row += patch.in_row;
      weights_row += row_step;
    }
    ++sums;
  }
}
#endif

} // namespace et::kernels::ET_KERNEL_LIBRARY
