// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resizes planes of Byte, such as camera images, with the same results as PyTorch 2. The weights
// along an axis are computed in Double, multiplied by 2^bits, and rounded to integers. As in
// PyTorch, `bits` is the largest number up to 22 for which all these integers are below 2^15. For
// an output element, each input row first gives a mean, which is rounded to Byte. The output
// element is the mean of these means.

#pragma once

#include <algorithm>

#include "upsample.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The input elements [first, last) along an axis for one output element, and their integer
/// weights. The first 32 weights are stored, because computing a weight takes long on a core
/// without a double FPU.
template <typename Taps> struct ByteTaps {
  Taps taps;
  unsigned bits;
  uint16_t kept[32];

  ByteTaps(const Taps &its_taps, unsigned its_bits) : taps(its_taps), bits(its_bits) {
    for (SizesType i = taps.first; i < taps.last && i - taps.first < 32; ++i)
      kept[i - taps.first] = compute(i);
  }
  uint16_t compute(SizesType i) const {
    return static_cast<uint16_t>(0.5 + taps.share_of(i) * (1 << bits));
  }
  int32_t weight_of(SizesType i) const {
    return i - taps.first < 32 ? kept[i - taps.first] : compute(i);
  }
  /// Returns the weighted mean, rounded. element(i) returns input element i of the axis.
  template <typename Element> uint8_t mean(Element element) const {
    int32_t sum = 1 << (bits - 1);
    for (SizesType i = taps.first; i < taps.last; ++i)
      sum += weight_of(i) * element(i);
    return static_cast<uint8_t>(std::min<int32_t>(sum >> bits, 255));
  }
};

template <typename Taps>
unsigned weight_bits(const Axis &axis, Taps (*find)(const Axis &, SizesType)) {
  double largest = 0;
  for (SizesType position = 0; position < axis.out; ++position) {
    const Taps taps = find(axis, position);
    for (SizesType i = taps.first; i < taps.last; ++i)
      largest = std::max(largest, taps.share_of(i));
  }
  unsigned bits = 0;
  while (bits < 22 && static_cast<int32_t>(0.5 + largest * (2 << bits)) < 1 << 15)
    ++bits;
  return bits;
}

/// find(axis, position) returns the Taps for an output position. share_of(i) of the Taps is the
/// weight of input element i.
///
/// PyTorch has one algorithm for up to four channels, and another algorithm for more channels. The
/// results differ if a call gives a scale factor for an axis with equal input and output sizes. The
/// first algorithm then ignores the factor and does not resize along this axis. `find` does the
/// same for any number of channels.
template <typename Taps>
void upsample_bytes(const Planes &out, const Planes &in, const Axis *axes,
                    Taps (*find)(const Axis &, SizesType)) {
  const unsigned row_bits = weight_bits(axes[0], find), column_bits = weight_bits(axes[1], find);
  for (SizesType column = 0; column < out.sizes[3]; ++column) {
    const ByteTaps<Taps> columns(find(axes[1], column), column_bits);
    for (SizesType row = 0; row < out.sizes[2]; ++row) {
      const ByteTaps<Taps> rows(find(axes[0], row), row_bits);
      for (SizesType n = 0; n < out.sizes[0]; ++n)
        for (SizesType c = 0; c < out.sizes[1]; ++c)
          *out.at(n, c, row, column) = static_cast<char>(rows.mean([&](SizesType y) {
            return columns.mean(
                [&](SizesType x) { return static_cast<uint8_t>(*in.at(n, c, y, x)); });
          }));
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
