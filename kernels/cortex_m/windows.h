// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows that slide over an image, for convolutions and poolings. Images are
// channels-last, [batch, rows, columns, channels] in memory. A kernel describes the two axes and is
// called back once for every pixel of the output, with the taps of the window that meet the input.
// All divisions are done there, outside of the loops over channels; padding is left out already.
//
// Convolutions and poolings share one walk over the windows, which hands out the taps that meet the
// input as two evenly spaced rows of them. So padding, dilation and the gaps of a transposed
// convolution are no concern of the code that multiplies, and that code is the same for both kinds.
// A 1x1 convolution is its case of one tap, and needs no path of its own.

#pragma once

#include "../common/typed_arguments.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The taps along one axis that meet the input: the first one's place in the input and in the
/// window, and the steps to the next.
struct Taps {
  int32_t count;
  int32_t in;
  int32_t in_step;
  int32_t kernel;
  int32_t kernel_step;
};

/// Along one axis. `in` and `out` are sizes in elements.
struct Axis {
  int32_t in;
  int32_t out;
  int32_t kernel;
  int32_t stride;
  int32_t padding;
  int32_t dilation;
  int32_t output_padding; ///< of a transposed convolution only
};

/// The window of an output pixel, or of some side by side. `in` and `out` are the first channels at
/// its first tap and of the pixel, `kernel` is the first tap's number, counted along the rows of
/// the window. Steps are in elements and in taps.
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
  size_t pixels; ///< more than one have the same taps, each `in_pixel` after the one before
  ptrdiff_t in_pixel;
  size_t out_pixel;
};

using PatchFunction = void (*)(const Patch &patch, const void *params);

/// The taps of the output position `o`.
using TapsFunction = Taps (*)(const Axis &axis, int32_t o);
Taps taps(const Axis &axis, int32_t o);

struct Windows {
  const int8_t *in;
  int8_t *out;
  SizesType batch;
  SizesType in_channels;
  SizesType out_channels;
  Axis axes[2]; ///< rows, columns

  /// Takes the input from the first argument.
  void take_input(Call &call);
  /// Reads a list of two values, or one for both, of at least `low`, into a member of the axes.
  void read(Call &call, size_t index, int32_t low, int32_t Axis::*member);
  /// Reads a pooling's kernel size, stride (none: the kernel's size) and padding, arguments 1 to 3.
  void take_pool(Call &call);
  /// Sets the output's sizes to as many windows as fit; with `ceil_mode` a last one may stick out
  /// at the end, but must start in the input or its leading padding.
  void fit(Call &call, bool ceil_mode);
  /// Takes the output from an argument and gives it its shape.
  void take_output(Call &call, size_t index);

  /// Makes an image one row, where windows of one element meet all of them.
  void flatten();

  /// Patches have at most `pixels`, one or two.
  void for_each(TapsFunction taps, PatchFunction function, const void *params,
                size_t pixels = 1) const;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
