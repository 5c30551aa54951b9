// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operators that resize planes share: the sizes and scales that they take, and where an
// element of the output lies in the input. Positions are computed in Float, for Double tensors in
// Double. Integers are computed in Float, too, as in ExecuTorch, but for Byte, the only one that
// PyTorch has (upsample_bytes.h).

#pragma once

#include <algorithm>
#include <limits>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/spatial.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// Rows or columns.
struct Axis {
  SizesType in;
  SizesType out;
  /// What the input is enlarged by, if it is told and not only the output's size; else 0.
  double factor;
  bool align_corners;
};

/// The operands of a call whose input is args[0], with axes for rows and columns.
struct Upsampling {
  Tensor self;
  Tensor out;
  Axis axes[2];
};

/// Takes the operands, and the output's size from either the list args[1] or the factors in
/// args[factors]. `align_corners` is the index of that argument, or 0. Gives the output its shape.
Upsampling take_factors(Call &call, size_t align_corners, size_t factors, size_t out);
/// The same of an operator that is told the size, and may be told both factors, too.
Upsampling take_size(Call &call, size_t align_corners, size_t factors, size_t out);

/// How far elements of the output are apart, in elements of the input.
template <typename W> W scale_of(const Axis &axis) {
  if (axis.align_corners)
    return axis.out > 1 ? static_cast<W>(axis.in - 1) / static_cast<W>(axis.out - 1) : W(0);
  if (axis.factor > 0)
    return static_cast<W>(1 / axis.factor);
  return static_cast<W>(axis.in) / static_cast<W>(axis.out);
}

/// What elements of type T are computed in.
template <typename T>
using UpsampleType = std::conditional_t<std::is_integral_v<T>, float, ComputeType<T>>;

/// A mean of elements as an element: of integers without its fraction. A float near the largest
/// integer may be larger.
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

/// How channels are gone through: between rows, or within each element of a plane where they lie
/// side by side.
struct ChannelOrder {
  SizesType outer;
  SizesType inner;
  explicit ChannelOrder(const Planes &out)
      : outer(out.strides[1] < out.strides[3] ? 1 : out.sizes[1]),
        inner(out.strides[1] < out.strides[3] ? out.sizes[1] : 1) {}
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
