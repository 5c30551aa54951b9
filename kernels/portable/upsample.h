// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of operators that resize planes. The code takes the sizes and computes the scales.
//
// Means of integers are computed in Float, as in ExecuTorch. Byte is an exception, because PyTorch
// supports Byte but no other integer dtype. Byte gives PyTorch's results (upsample_bytes.h).

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

/// axes[0] describes the rows, axes[1] the columns.
struct Upsampling {
  Tensor self;
  Tensor out;
  Axis axes[2];
};

/// The output's size comes either from the list args[1] or from the list of factors, args[factors].
/// `align_corners` is the index of the argument align_corners, or 0 if the operator has no such
/// argument.
Upsampling take_factors(Call &call, size_t align_corners, size_t factors, size_t out);
/// Takes the output's size from the list args[1]. args[factors] and args[factors + 1] are None or
/// the factors of rows and columns. These factors change the scales, not the size.
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

/// Converts a mean to an element. For an integer dtype, which must be signed, the fraction is
/// dropped. The mean is clamped, because rounding in Float may give a number above the largest
/// integer. The mean is compared with -low, which is the largest integer + 1 and exact in Float.
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

/// The number of steps of two loops over channels. The outer loop is outside of the loop over rows;
/// the inner loop is inside of the loop over columns. Channels-last tensors use the inner loop,
/// because a pixel's channels are contiguous. Other tensors use the outer loop. The unused loop has
/// one step.
struct ChannelOrder {
  SizesType outer;
  SizesType inner;
  explicit ChannelOrder(const Planes &out)
      : outer(out.strides[1] < out.strides[3] ? 1 : out.sizes[1]),
        inner(out.strides[1] < out.strides[3] ? out.sizes[1] : 1) {}
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
