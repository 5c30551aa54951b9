// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that slide over an image, for convolutions and poolings. Images are channels-last. A
// kernel describes the two axes. Windows::for_each calls a function of the kernel for every output
// pixel, or for two neighbours at once. The function gets the taps of the window that are inside of
// the input. for_each does all divisions, so the loops over channels need none.
//
// for_each passes the taps as evenly spaced rows and columns. Thus the code that multiplies needs
// no cases for padding, dilation, the gaps of a transposed convolution, or 1x1 windows.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The taps along one axis that are inside of the input. `in` and `kernel` are the positions of the
/// first tap in the input and in the window. The steps lead to the next tap.
struct Taps {
  int32_t count;
  int32_t in;
  int32_t in_step;
  int32_t kernel;
  int32_t kernel_step;
};

/// `in` and `out` are the sizes of the input and the output along the axis, in pixels.
struct Axis {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t output_padding; ///< only for a transposed convolution
};

/// The window of an output pixel, or the windows of two neighbours. The window has `rows` x
/// `columns` taps inside of the input. `out` points to channel 0 of the first output pixel. `in`
/// points to channel 0 of the input pixel under the first tap of this pixel's window. `kernel` is
/// the first tap's index in the window, counted row by row. Steps in the input count elements,
/// steps in the window count taps.
struct Patch {
  const int8_t *in;
  int8_t *out;
  size_t kernel;
  size_t rows;
  size_t columns;
  ptrdiff_t in_row;
  ptrdiff_t in_column;
  ptrdiff_t kernel_row;
  ptrdiff_t kernel_column;
  size_t pixels;      ///< 1, or 2 if both pixels have the same taps
  ptrdiff_t in_pixel; ///< elements from the first pixel's input to the second pixel's input
  size_t out_pixel;   ///< elements from one output pixel to the next
};

using PatchFunction = void (*)(const Patch &patch, const void *params);

using TapsFunction = Taps (*)(const Axis &axis, int32_t o);
Taps taps(const Axis &axis, int32_t o);

struct Windows {
  const int8_t *in;
  int8_t *out;
  SizesType batch;
  SizesType in_channels;
  SizesType out_channels;
  Axis axes[2]; ///< rows, columns

  void take_input(Call &call);
  /// Reads a list of two values, or of one value for both axes. Values must be at least `low`.
  void read(Call &call, size_t index, int32_t low, int32_t Axis::*member);
  /// Reads kernel size, stride (empty: the kernel size) and padding from args[1] on.
  void take_pool(Call &call);
  /// Sets the output's sizes to the number of windows that fit. With `ceil_mode`, the last
  /// window may extend beyond the trailing padding, but must start in the input or in the leading
  /// padding.
  void fit(Call &call, bool ceil_mode);
  void take_output(Call &call, size_t index);

  /// If the windows are 1x1 and visit all pixels, turns the image into one row. for_each passes two
  /// neighbours at once only within a row, and would pass the last pixel of each odd row alone.
  void flatten();

  /// Calls `function` for all patches; each has at most `pixels` (1 or 2) pixels.
  void for_each(TapsFunction taps, PatchFunction function, const void *params,
                size_t pixels = 1) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
