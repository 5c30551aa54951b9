// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops: sums of products of Char elements, in three forms of which the compiler's macros
// choose one. All compute the same bits, as sums wrap around in any order.
//
//   dot_portable.cpp   plain C++: hosts, Cortex-M0 and -M3; also without optimisation
//   dot_pairs.cpp      pairs of 16 bits (SMLAD, SXTB16): Cortex-M4, -M7, -M33
//   dot_vectors.cpp    Helium's vectors (MVE): Cortex-M55, -M85
//
// What is multiplied with many weights is prepared once: elements get the offset added and have 16
// bits then, in a portion of memory on the stack. So no loop adds offsets or knows of padding, taps
// and groups. The alternative, to add the offset times the sum of the weights, would need memory
// for these sums or a pass over the weights each time.

#pragma once

#include "windows.h"

#if defined(__ARM_FEATURE_MVE)
#define ET_CORTEX_M_VECTORS 1
#elif defined(__ARM_FEATURE_SIMD32) && defined(__ARM_FEATURE_UNALIGNED) &&                         \
    !defined(__ARM_BIG_ENDIAN) && defined(__OPTIMIZE__) // else too few registers for the loops
#define ET_CORTEX_M_PAIRS 1
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The elements of a portion, and the outputs' channels that are computed at once.
constexpr size_t kPortion = 128;
constexpr size_t kBlock = 32;

/// The pixels that are computed at once, where weights are loaded in packs.
#if defined(ET_CORTEX_M_VECTORS) || defined(ET_CORTEX_M_PAIRS)
constexpr size_t kPixels = 2;
#else
constexpr size_t kPixels = 1;
#endif

/// Prepared elements of kPixels pixels, in an order of the form's own.
struct Portion {
  alignas(8) int16_t elements[kPixels * kPortion];
};

/// Where an element of a pixel is in its portion.
inline size_t place_of(size_t pixel, size_t element) {
#ifdef ET_CORTEX_M_PAIRS
  return (element & ~size_t(3)) * kPixels | (element & 1) * 2 * kPixels | pixel * 2 |
         (element >> 1 & 1);
#else
  return pixel * kPortion + element;
#endif
}

/// What elements are as they are multiplied: (x & mask) + offset, in 16 bits.
struct Preparation {
  int8_t mask;
  int16_t offset;
};

/// Prepares `count` elements as those of a pixel from `first` on.
void prepare(const int8_t *x, size_t count, Preparation how, Portion &to, size_t pixel,
             size_t first);

/// sums[p * kBlock + c] += the products of `count` elements of pixel p and channel c's weights.
using AddProducts = void (*)(const Portion &x, size_t count, const int8_t *weights, size_t stride,
                             uint32_t *sums, size_t channels, size_t pixels);

/// The weights of a channel lie side by side, `stride` weights before those of the next channel.
void add_rows(const Portion &x, size_t count, const int8_t *weights, size_t stride, uint32_t *sums,
              size_t channels, size_t pixels);

/// The weights of an element lie side by side, `stride` weights before those of the next element.
void add_columns(const Portion &x, size_t count, const int8_t *weights, size_t stride,
                 uint32_t *sums, size_t channels, size_t pixels);

/// sums[c] += the products of the patch's taps and their weights, of channels that lie side by side
/// in both; from tap to tap, weights are `stride` apart. Nothing is prepared: each input meets one
/// weight.
void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels);

#if defined(ET_CORTEX_M_VECTORS) || defined(ET_CORTEX_M_PAIRS)
/// The same, one by one: for what does not fit the packs.
inline void add_single_taps(const Patch &patch, const int8_t *in, uint32_t offset,
                            const int8_t *weights, size_t stride, uint32_t *sums, size_t channels) {
  const ptrdiff_t step = static_cast<ptrdiff_t>(stride);
  for (; channels != 0; --channels) {
    const int8_t *x = in++;
    const int8_t *w = weights++;
    uint32_t sum = *sums;
    for (size_t y = patch.rows; y != 0; --y) {
      for (ptrdiff_t i = 0; i != static_cast<ptrdiff_t>(patch.columns); ++i)
        sum += (static_cast<uint32_t>(x[i * patch.in_column]) + offset) *
               static_cast<uint32_t>(w[i * step]);
      x += patch.in_row;
      w += patch.kernel_row * step;
    }
    *sums++ = sum;
  }
}
#endif

} // namespace et::kernels::ET_KERNEL_LIBRARY
