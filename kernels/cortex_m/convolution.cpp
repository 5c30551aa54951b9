// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution.h.

#include "convolution.h"

#include "dot.h"
#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void Convolution::take(Call &call, Kind kind) {
  windows.take_input(call);
  Tensor tensor = call.tensor(1, ScalarType::Char);
  windows.read(call, 3, 1, &Axis::stride);
  windows.read(call, 4, 0, &Axis::padding);
  // Between them is the depth multiplier or the output padding of the other two kinds.
  size_t at = kind == Kind::Plain ? 6 : 7;
  windows.read(call, kind == Kind::Transposed ? 6 : 5, 1, &Axis::dilation);
  input_offset = static_cast<uint32_t>(call.integer(at));
  output.offset = static_cast<uint32_t>(call.integer(at + 1));
  output.min = call.char_value(at + 4);
  output.max = call.char_value(at + 5);
  call.require(call.ok() && tensor.dim() == 4 && is_contiguous(tensor));
  if (!call.ok())
    return;

  weights = tensor.const_data_ptr<int8_t>();
  windows.axes[0].kernel = tensor.size(1);
  windows.axes[1].kernel = tensor.size(2);
  SizesType in = tensor.size(3);
  SizesType out = tensor.size(0);
  if (kind == Kind::Depthwise) { // [1, rows, columns, output channels]
    call.require(out == 1);
    out = in;
    in = 1;
  }
  call.require(in >= 1 && tensor.size(1) >= 1 && tensor.size(2) >= 1);
  if (!call.ok())
    return;
  SizesType groups = windows.in_channels / in;
  call.require(groups >= 1 && groups * in == windows.in_channels && out % groups == 0);
  if (!call.ok())
    return;
  windows.out_channels = out;
  out_channels = static_cast<size_t>(out);
  group_in = static_cast<size_t>(in);
  group_out = static_cast<size_t>(out / groups);
  weights_row =
      static_cast<size_t>(tensor.size(1)) * static_cast<size_t>(tensor.size(2)) * group_in;
  bias = call.optional_ints(2, out_channels);
  output.multipliers = call.ints(at + 2, out_channels);
  output.shifts = call.ints(at + 3, out_channels);
  output.step = 1;
  call.require(call.ok() && are_valid(output.multipliers, output.shifts, out_channels));
}

void convolve_patch(const Patch &patch, const void *params) {
  const Convolution &conv = *static_cast<const Convolution *>(params);
  ptrdiff_t group_in = static_cast<ptrdiff_t>(conv.group_in);
  ptrdiff_t row = static_cast<ptrdiff_t>(conv.weights_row);
  // Taps side by side, with all their channels, are one run of products.
  size_t runs = patch.columns;
  size_t run = conv.group_in;
  if (patch.in_column == group_in) {
    run *= runs;
    runs = 1;
  }
  const int8_t *in = patch.in;
  const int8_t *weights = conv.weights + patch.kernel * conv.group_in;
  size_t in_group = 0;
  for (size_t channel = 0; channel < conv.out_channels;) {
    size_t lanes = lanes_for(conv.group_out - in_group);
    uint32_t sums[kLanes];
    conv.start(sums, channel, lanes);
    const int8_t *in_row = in;
    const int8_t *weights_row = weights;
    for (size_t y = 0; y < patch.rows; ++y) {
      const int8_t *x = in_row;
      const int8_t *w = weights_row;
      for (size_t i = 0; i < runs; ++i) {
        add_products(x, conv.input_offset, run, w, row, sums, lanes);
        x += patch.in_column;
        w += patch.kernel_column * group_in;
      }
      in_row += patch.in_row;
      weights_row += patch.kernel_row * group_in;
    }
    conv.output.store(sums, lanes, channel, patch.out + channel);
    channel += lanes;
    weights += static_cast<ptrdiff_t>(lanes) * row;
    in_group += lanes;
    if (in_group == conv.group_out) {
      in_group = 0;
      in += group_in;
    }
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
