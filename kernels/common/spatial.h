// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Convolutions and poolings slide windows over the input along each spatial dimension. Poolings and
// upsamplings compute planes: the rows and columns of one channel.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// The windows of a convolution or a pooling along one dimension. `in` and `out` are the sizes of
/// the input and of the output. The unit of all members is one element.
struct Window {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;

  /// Computes the distance from the first to the last tap of a window. Returns false on overflow.
  bool reach(int32_t &elements) const {
    return !__builtin_mul_overflow(dilation, kernel - 1, &elements);
  }
};

/// Takes one value for each dimension, or one for all. Fails if a value is below `low`.
void take_spatial_list(Call &call, size_t index, int32_t low, size_t count, int32_t *values);

/// Takes the windows of a two-dimensional pooling over `self`, which has three or four dimensions.
/// args[first] is the kernel's size. Stride, padding, dilation (only if `has_dilation`) and
/// ceil_mode follow in this order. If the list of strides is empty, the stride is the kernel's
/// size. Writes the output's shape to `sizes`.
void take_pool_windows(Call &call, const Tensor &self, size_t first, bool has_dilation,
                       Window *windows, SizesType *sizes);

/// A tensor of three or four dimensions as [batch, channels, rows, columns]. Strides are in bytes.
struct Planes {
  char *data;
  SizesType sizes[4];
  ptrdiff_t strides[4];

  explicit Planes(const Tensor &tensor);
  char *at(SizesType n, SizesType c) const { return data + n * strides[0] + c * strides[1]; }
  char *at(SizesType n, SizesType c, int32_t row, int32_t column) const {
    return at(n, c) + row * strides[2] + column * strides[3];
  }
};

} // namespace et::kernels
