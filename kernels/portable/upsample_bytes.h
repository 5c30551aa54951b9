// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Planes of Byte, such as camera images, resized with PyTorch 2's numbers: the weights along an
// axis are computed in Double and rounded to integers below 2^15, with as many bits behind the
// point as the largest of them allows. Elements are added up along the columns first, and rounded
// to a Byte before the rows are added up. PyTorch has one code for images of up to four channels
// and another; they differ where a factor is given and an axis keeps its size, which then is a copy
// here as with few channels.

#pragma once

#include <algorithm>

#include "upsample.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The elements [first, last) of an axis that make one of the output, and their integer weights.
/// The first ones are kept, because computing one takes long on a core without doubles.
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
  /// The sum of elements by their weights, rounded; element(i) gives one.
  template <typename Element> uint8_t mean(Element element) const {
    int32_t sum = 1 << (bits - 1);
    for (SizesType i = taps.first; i < taps.last; ++i)
      sum += weight_of(i) * element(i);
    return static_cast<uint8_t>(std::min<int32_t>(sum >> bits, 255));
  }
};

/// The bits behind the point of the weights along an axis.
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

/// find(axis, position) gives the elements that make one of the output; share_of(i) is the share of
/// element i of that axis.
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
