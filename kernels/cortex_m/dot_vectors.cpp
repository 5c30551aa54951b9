// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. Elements beyond the end are not loaded and count as 0 (tail predication), so one loop
// serves all sizes. One pass of the inner loop has 9 instructions for 64 products: 2 pixels times 2
// channels times 16 elements.

#include "dot.h"

#ifdef ET_CORTEX_M_VECTORS

#include <arm_mve.h>

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Adds `count` (at least 1) products to each channel's sum, for one pixel or two (`both`).
/// `channels` is positive and even. The loops are assembly, because compilers emit no
/// tail-predicated loops here. The inner loop advances pointers by a multiple of 16 elements.
template <bool both>
__attribute__((noinline)) void add_channels(const int8_t *x, const int8_t *y, size_t count,
                                            const int8_t *weights, size_t stride, uint32_t *sums,
                                            size_t channels) {
  static_assert(kBlock == 64, "the other pixel's sums are 256 bytes on");
  const int8_t *next = weights + stride;
  // After the inner loop, steps[0] leads x and y back to their first elements. steps[1] leads
  // `weights` and `next` to the next channels. `steps` is in memory, because no register is left.
  const size_t whole = (count + 15) & ~size_t(15);
  const size_t steps[] = {whole, 2 * stride - whole};
  int32_t sum00, sum01, sum10, sum11;
  __asm__ volatile("1:\n\t"
                   "ldrd %[s00], %[s01], [%[sums]]\n\t"
                   ".if %c[both]\n\tldrd %[s10], %[s11], [%[sums], #256]\n\t.endif\n\t"
                   "dlstp.8 lr, %[count]\n"
                   "2:\n\t"
                   "vldrb.8 q0, [%[w]], #16\n\t"
                   "vldrb.8 q2, [%[x]], #16\n\t"
                   "vmladava.s8 %[s00], q2, q0\n\t"
                   "vldrb.8 q1, [%[v]], #16\n\t"
                   "vmladava.s8 %[s01], q2, q1\n\t"
                   ".if %c[both]\n\t"
                   "vldrb.8 q3, [%[y]], #16\n\t"
                   "vmladava.s8 %[s10], q3, q0\n\t"
                   "vmladava.s8 %[s11], q3, q1\n\t"
                   ".endif\n\t"
                   "letp lr, 2b\n\t"
                   ".if %c[both]\n\tstrd %[s10], %[s11], [%[sums], #256]\n\t.endif\n\t"
                   "strd %[s00], %[s01], [%[sums]], #8\n\t"
                   "ldrd %[s00], %[s01], %[steps]\n\t"
                   "add %[w], %[w], %[s01]\n\t"
                   "add %[v], %[v], %[s01]\n\t"
                   "sub %[x], %[x], %[s00]\n\t"
                   ".if %c[both]\n\tsub %[y], %[y], %[s00]\n\t.endif\n\t"
                   "subs %[channels], %[channels], #2\n\t"
                   "bne 1b"
                   : [s00] "=&Te"(sum00), [s01] "=&Te"(sum01), [s10] "=&Te"(sum10),
                     [s11] "=&Te"(sum11), [x] "+r"(x), [y] "+r"(y), [w] "+r"(weights),
                     [v] "+r"(next), [sums] "+r"(sums), [channels] "+r"(channels)
                   : [count] "r"(count), [steps] "m"(steps), [both] "i"(both)
                   : "q0", "q1", "q2", "q3", "lr", "cc", "memory");
}

} // namespace

void add_rows(const int8_t *x, const int8_t *second, size_t count, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels, size_t pixels) {
  if (count == 0)
    return;
  auto add = pixels == 2 ? add_channels<true> : add_channels<false>;
  for (size_t even = channels & ~size_t(1); channels != 0; even = 2) {
    // An odd last channel is computed twice; the second sum is unused.
    if (channels == 1) {
      stride = 0;
      channels = even = 2;
    }
    add(x, second, count, weights, stride, sums, even);
    weights += even * stride;
    sums += even;
    channels -= even;
  }
}

// Computes eight channels at a time; even and odd channels are in separate vectors.
void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels) {
  // With an offset from -2^14 to 2^14 - 1, an element plus the offset fits in 16 bits.
  if (offset + (1 << 14) >= 1 << 15)
    return add_single_taps(patch, in, offset, weights, stride, sums, channels);
  const size_t columns = patch.columns;
  if (columns == 0)
    return;
  const ptrdiff_t step = static_cast<ptrdiff_t>(stride), width = static_cast<ptrdiff_t>(columns);
  const ptrdiff_t to_in_row = patch.in_row - width * patch.in_column;
  const ptrdiff_t to_weights_row = (patch.kernel_row - width) * step;
  for (int32_t left = static_cast<int32_t>(channels); left > 0; left -= 8) {
    const int8_t *x = in;
    const int8_t *w = weights;
    if (size_t rows = patch.rows)
      __asm__ volatile(
          "vctp.16 %[left]\n\t"
          "vld20.32 {q0, q1}, [%[sums]]\n\t"
          "vld21.32 {q0, q1}, [%[sums]]\n"
          "1:\n\t"
          "dls lr, %[columns]\n"
          "2:\n\t"
          "vpstt\n\t"
          "vldrbt.s16 q2, [%[x]]\n\t"
          "vldrbt.s16 q3, [%[w]]\n\t"
          "add %[x], %[x], %[in_column]\n\t"
          "add %[w], %[w], %[stride]\n\t"
          "vadd.i16 q2, q2, %[offset]\n\t"
          "vmullb.s16 q4, q2, q3\n\t"
          "vadd.i32 q0, q0, q4\n\t"
          "vmullt.s16 q4, q2, q3\n\t"
          "vadd.i32 q1, q1, q4\n\t"
          "le lr, 2b\n\t"
          "add %[x], %[x], %[to_in_row]\n\t"
          "add %[w], %[w], %[to_weights_row]\n\t"
          "subs %[rows], %[rows], #1\n\t"
          "bne 1b\n\t"
          "vst20.32 {q0, q1}, [%[sums]]\n\t"
          "vst21.32 {q0, q1}, [%[sums]]"
          : [x] "+l"(x), [w] "+l"(w), [rows] "+r"(rows)
          : [left] "r"(left), [sums] "r"(sums), [columns] "r"(columns),
            [in_column] "r"(patch.in_column), [stride] "r"(stride), [offset] "r"(offset),
            [to_in_row] "r"(to_in_row), [to_weights_row] "r"(to_weights_row)
          : "q0", "q1", "q2", "q3", "q4", ET_PREDICATE "lr", "cc", "memory");
    in += 8;
    weights += 8;
    sums += 8;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
