// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of operators that resize planes: sizes and scales, and the position of an output
// element in the input. Positions are computed in Float, for Double tensors in Double. As in
// ExecuTorch, means of integers are computed in Float, except for Byte (upsample_bytes.h), the only
// integer dtype that PyTorch supports.

#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/spatial.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct Axis {
  SizesType in;
  SizesType out;
  /// The scale factor, or 0 if the call has only the output's size.
  double factor;
  bool align_corners;
};

/// The axes are rows, then columns.
struct Upsampling {
  Tensor self;
  Tensor out;
  Axis axes[2];
};

/// The output's size comes from the list args[1] or from the factors args[factors]. `align_corners`
/// is the index of the argument align_corners, or 0 if the operator does not have it.
Upsampling take_factors(Call &call, size_t align_corners, size_t factors, size_t out);
/// For an operator that requires the size. The size may come with factors for the two axes.
Upsampling take_size(Call &call, size_t align_corners, size_t factors, size_t out);

/// The distance between neighbouring output elements, in input elements.
template <typename W> W scale_of(const Axis &axis) {
  if (axis.align_corners)
    return axis.out > 1 ? static_cast<W>(axis.in - 1) / static_cast<W>(axis.out - 1) : W(0);
  if (axis.factor > 0)
    return static_cast<W>(1 / axis.factor);
  return static_cast<W>(axis.in) / static_cast<W>(axis.out);
}

template <typename T>
using UpsampleType = std::conditional_t<std::is_integral_v<T>, float, ComputeType<T>>;

/// Converts a mean to an element. For an integer dtype the fraction is dropped. A rounded float may
/// be larger than the largest integer, so it is clamped.
template <typename T> T mean_as_element(UpsampleType<T> mean) {
  if constexpr (std::is_integral_v<T>) {
    constexpr float low = static_cast<float>(std::numeric_limits<T>::min());
    if (mean >= -low)
      return std::numeric_limits<T>::max();
    mean = std::max(mean, low);
  }
  return static_cast<T>(mean);
}

struct UpsampleKernel {
  ScalarType dtype;
  void (*run)(const Planes &out, const Planes &in, const Axis *axes);
};

/// Usually the loop over channels is outside of the loop over rows. For channels-last tensors it is
/// inside, because the channels of a pixel are contiguous.
struct ChannelOrder {
  SizesType outer;
  SizesType inner;
  explicit ChannelOrder(const Planes &out)
      : outer(out.strides[1] < out.strides[3] ? 1 : out.sizes[1]),
        inner(out.strides[1] < out.strides[3] ? out.sizes[1] : 1) {}
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
