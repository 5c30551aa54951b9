// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inner loops: sums of products of Char elements, in three forms of which the compiler's macros
// choose one. All compute the same bits, as sums wrap around in any order.
//
//   dot_portable.cpp   plain C++: hosts, Cortex-M0 and -M3; also without optimisation
//   dot_pairs.cpp      pairs of 16 bits (SMLAD, SXTB16): Cortex-M4, -M7, -M33
//   dot_vectors.cpp    Helium's vectors (MVE): Cortex-M55, -M85
//
// What is multiplied with many weights is prepared once, in a portion of memory on the stack, so
// that no loop knows of padding, taps and groups. Where elements become 16 bits, they get the
// offset added. Vectors have elements of 8 bits: there, the offset times the sum of a channel's
// weights is part of its bias, which is computed once per block of channels, and padding is minus
// the offset. Elements that lie side by side in the input already are not copied, then.

#pragma once

#include "windows.h"

#if defined(__ARM_FEATURE_MVE)
#define ET_CORTEX_M_VECTORS 1
// The register of predicates, as something that is overwritten. clang has no name for it, and keeps
// nothing there across what it cannot see into.
#ifdef __clang__
#define ET_PREDICATE
#else
#define ET_PREDICATE "p0",
#endif
#elif defined(__ARM_FEATURE_SIMD32) && defined(__ARM_FEATURE_UNALIGNED) &&                         \
    !defined(__ARM_BIG_ENDIAN) && defined(__OPTIMIZE__) // else too few registers for the loops
#define ET_CORTEX_M_PAIRS 1
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The elements of a portion, and the outputs' channels that are computed at once.
constexpr size_t kPortion = 128;
constexpr size_t kBlock = 64;

/// The pixels that are computed at once, where weights are loaded in packs.
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

/// Prepared elements of kPixels pixels, in an order of the form's own.
struct Portion {
  alignas(8) Element elements[kPixels * kPortion];
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

/// What elements are as they are multiplied: (x & mask) + offset, and `padding` outside of the
/// image.
struct Preparation {
  int8_t mask;
  int8_t padding;
  int16_t offset;
};

/// Prepares `count` elements as those of a pixel from `first` on.
void prepare(const int8_t *x, size_t count, Preparation how, Portion &to, size_t pixel,
             size_t first);

/// sums[p * kBlock + c] += the products of `count` elements of pixel p and channel c's weights,
/// which lie side by side, `stride` weights before those of the next channel. `second` is where
/// vectors find the second pixel's elements.
void add_rows(const Element *x, const Element *second, size_t count, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels, size_t pixels);

#ifdef ET_CORTEX_M_VECTORS
/// sums[c] += offset * the sum of channel c's weights, of which there are `count`.
void add_weights(uint32_t offset, const int8_t *weights, size_t count, int32_t *sums,
                 size_t channels);
#endif

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
