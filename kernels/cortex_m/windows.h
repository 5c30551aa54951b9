// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that slide over an image, for convolutions and poolings. Images are channels-last:
// [batch, rows, columns, channels] in memory. A kernel describes the two axes. The walk calls a
// function of the kernel for every output pixel, with the taps of the window that are inside of the
// input. A tap is an element of the window. The walk does all divisions, so the loops over channels
// need none.
//
// The walk passes the taps as evenly spaced rows and columns. So the code that multiplies needs no
// cases for padding, dilation or the gaps of a transposed convolution, nor for 1x1 windows.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The taps along one axis that are inside of the input: their number, the first tap's position in
/// the input and in the window, and the steps to the next tap.
struct Taps {
  int32_t count;
  int32_t in;
  int32_t in_step;
  int32_t kernel;
  int32_t kernel_step;
};

/// One axis. `in` and `out` are sizes in elements.
struct Axis {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t output_padding; ///< only for a transposed convolution
};

/// The window of an output pixel, or of several neighbours. `in` points to the first channel at the
/// first tap, `out` to the first channel of the pixel. `kernel` is the first tap's index in the
/// window, counted row by row. Steps in the input count elements, steps in the window count taps.
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
  size_t pixels; ///< several pixels have the same taps, and their inputs are `in_pixel` apart
  ptrdiff_t in_pixel;
  size_t out_pixel;
};

using PatchFunction = void (*)(const Patch &patch, const void *params);

/// Finds the taps of output position `o`.
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
  /// Reads a list of two values, or of one value for both axes, into a member of the axes. Values
  /// must be at least `low`.
  void read(Call &call, size_t index, int32_t low, int32_t Axis::*member);
  /// Reads kernel size, stride (empty: the kernel size) and padding of a pooling, args[1] to
  /// args[3].
  void take_pool(Call &call);
  /// Sets the output's sizes to the number of windows that fit. With `ceil_mode` a last window may
  /// extend beyond the end, but must start in the input or its leading padding.
  void fit(Call &call, bool ceil_mode);
  void take_output(Call &call, size_t index);

  /// Turns the image into one row if the windows are 1x1 and visit all pixels. One row has more
  /// pairs of neighbours, which are computed together.
  void flatten();

  /// Calls `function` for all patches; each has at most `pixels` (1 or 2) pixels.
  void for_each(TapsFunction taps, PatchFunction function, const void *params,
                size_t pixels = 1) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
