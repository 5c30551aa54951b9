// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h. Weights are loaded as vectors of 16 or 32 bits; what is beyond the end is not loaded
// and counts as 0, so that there is one loop for all sizes.

#include "dot.h"

#ifdef ET_CORTEX_M_VECTORS

#include <arm_mve.h>

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Two channels, `stride` weights apart, of one or two pixels.
template <bool two_pixels>
void add_channels(const int16_t *x, size_t count, const int8_t *weights, size_t stride,
                  uint32_t *sums, size_t second) {
  int32_t sum00 = 0, sum01 = 0, sum10 = 0, sum11 = 0;
  for (int32_t left = static_cast<int32_t>(count); left > 0; left -= 8) {
    mve_pred16_t some = vctp16q(static_cast<uint32_t>(left));
    int16x8_t w = vldrbq_z_s16(weights, some);
    int16x8_t v = vldrbq_z_s16(weights + stride, some);
    int16x8_t elements = vldrhq_s16(x);
    sum00 = vmladavaq_s16(sum00, elements, w);
    sum01 = vmladavaq_s16(sum01, elements, v);
    if (two_pixels) {
      elements = vldrhq_s16(x + kPortion);
      sum10 = vmladavaq_s16(sum10, elements, w);
      sum11 = vmladavaq_s16(sum11, elements, v);
    }
    x += 8;
    weights += 8;
  }
  if (second)
    sums[1] += static_cast<uint32_t>(sum01);
  sums[0] += static_cast<uint32_t>(sum00);
  if (two_pixels) {
    if (second)
      sums[kBlock + 1] += static_cast<uint32_t>(sum11);
    sums[kBlock] += static_cast<uint32_t>(sum10);
  }
}

} // namespace

void prepare(const int8_t *x, size_t count, Preparation how, int16_t *pixel, size_t place) {
  pixel += place;
  for (int32_t left = static_cast<int32_t>(count); left > 0; left -= 8) {
    mve_pred16_t some = vctp16q(static_cast<uint32_t>(left));
    int16x8_t elements = vandq_s16(vldrbq_z_s16(x, some), vdupq_n_s16(how.mask));
    vstrhq_p_s16(pixel, vaddq_n_s16(elements, how.offset), some);
    x += 8;
    pixel += 8;
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
  for (int32_t left = static_cast<int32_t>(channels); left > 0; left -= 8) {
    mve_pred16_t some = vctp32q(static_cast<uint32_t>(left));
    mve_pred16_t more = vctp32q(static_cast<uint32_t>(left > 4 ? left - 4 : 0));
    for (size_t p = 0; p < pixels; ++p) {
      const int16_t *x = portion.elements[p];
      int32_t *to = reinterpret_cast<int32_t *>(sums) + p * kBlock;
      int32x4_t low = vldrwq_s32(to), high = vldrwq_s32(to + 4);
      const int8_t *w = weights;
      for (const int16_t *end = x + count; x != end; w += stride) {
        int32_t value = *x++;
        low = vmlaq_n_s32(low, vldrbq_z_s32(w, some), value);
        high = vmlaq_n_s32(high, vldrbq_z_s32(w + 4, more), value);
      }
      vstrwq_s32(to, low);
      vstrwq_s32(to + 4, high);
    }
    weights += 8;
    sums += 8;
  }
}

void add_taps(const Patch &patch, const int8_t *in, uint32_t offset, const int8_t *weights,
              size_t stride, uint32_t *sums, size_t channels) {
  int32x4_t offsets = vdupq_n_s32(static_cast<int32_t>(offset));
  for (int32_t left = static_cast<int32_t>(channels); left > 0; left -= 8) {
    mve_pred16_t some = vctp32q(static_cast<uint32_t>(left));
    mve_pred16_t more = vctp32q(static_cast<uint32_t>(left > 4 ? left - 4 : 0));
    int32_t *to = reinterpret_cast<int32_t *>(sums);
    int32x4_t low = vldrwq_s32(to), high = vldrwq_s32(to + 4);
    const int8_t *in_row = in;
    const int8_t *weights_row = weights;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *x = in_row;
      const int8_t *w = weights_row;
      ptrdiff_t in_column = patch.in_column;
      for (size_t i = patch.columns; i != 0; --i) {
        int32x4_t elements = vaddq_s32(vldrbq_z_s32(x, some), offsets);
        low = vaddq_s32(low, vmulq_s32(elements, vldrbq_z_s32(w, some)));
        elements = vaddq_s32(vldrbq_z_s32(x + 4, more), offsets);
        high = vaddq_s32(high, vmulq_s32(elements, vldrbq_z_s32(w + 4, more)));
        x += in_column;
        w += stride;
      }
      in_row += patch.in_row;
      weights_row += patch.kernel_row * static_cast<ptrdiff_t>(stride);
    }
    vstrwq_s32(to, low);
    vstrwq_s32(to + 4, high);
    in += 8;
    weights += 8;
    sums += 8;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY

#endif
