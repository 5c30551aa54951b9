// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The windows that convolutions and poolings slide over an input, one spatial dimension at a time,
// and the planes that poolings and upsamplings work on.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// Along one spatial dimension. `in` and `out` count elements, the others are in elements.
struct Window {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;

  /// The elements that a window spans without padding and beyond its first; false on overflow.
  bool reach(int32_t &elements) const {
    return !__builtin_mul_overflow(dilation, kernel - 1, &elements);
  }
};

/// Takes a list with one value per spatial dimension, or one value for all of them, each at least
/// `low`, into values[0..count).
void take_spatial_list(Call &call, size_t index, int32_t low, size_t count, int32_t *values);

/// Takes the windows of a pooling of two dimensions over `self`, which has three or four: kernel,
/// stride, padding, where the operator has it dilation, and ceil_mode, from args[first] on. Without
/// a stride the windows lie side by side. `sizes` is the shape of the output.
void take_pool_windows(Call &call, const Tensor &self, size_t first, bool has_dilation,
                       Window *windows, SizesType *sizes);

/// A tensor of three or four dimensions: its data, sizes and byte strides as [batch, channels,
/// rows, columns].
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
