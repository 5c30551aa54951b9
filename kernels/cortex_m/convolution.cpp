// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution.h.

#include "convolution.h"

#include <cstring>

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
  call.skip(at + 6);
  if (kind == Kind::Transposed)
    call.skip(at + 7);
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
  bool by_element = kind == Kind::Depthwise;
  channel_step = by_element ? 1 : weights_row;
  element_step = by_element ? out_channels : 1;
  weights_offset = 0;
  add = add_rows;
  output.bias = call.optional_ints(2, out_channels);
  output.multipliers = call.ints(at + 2, out_channels);
  output.shifts = call.ints(at + 3, out_channels);
  output.step = 1;
  call.require(call.ok() && are_valid(output.multipliers, output.shifts, out_channels));
}

namespace {

/// Prepares the elements from `begin` on that the weights of a channel meet, of all pixels.
void gather(const Patch &patch, const Products &products, const int8_t *in, Preparation how,
            size_t begin, size_t size, Portion &to) {
  size_t columns = patch.columns;
  size_t run = products.group_in;
  bool all = patch.rows * columns * run == products.weights_row;
  // Taps side by side, with all their channels, are one run.
  if (patch.in_column == static_cast<ptrdiff_t>(run)) {
    run *= columns;
    columns = 1;
  }
  if (!all || products.weights_offset != 0)
    std::memset(to.elements, 0, sizeof(to.elements));
  for (size_t pixel = 0; pixel < patch.pixels; ++pixel) {
    const int8_t *row = in;
    size_t tap_row = patch.kernel * products.group_in;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *x = row;
      size_t tap = tap_row;
      for (size_t i = columns; i != 0; --i) {
        size_t first = tap < begin ? begin : tap;
        size_t last = tap + run < begin + size ? tap + run : begin + size;
        if (first < last)
          prepare(x + (first - tap), last - first, how, to, pixel, first - begin);
        x += patch.in_column;
        tap += static_cast<size_t>(patch.kernel_column) * products.group_in;
      }
      row += patch.in_row;
      tap_row += static_cast<size_t>(patch.kernel_row) * products.group_in;
    }
    in += patch.in_pixel;
  }
}

/// The sums of a group's channels, a block at a time.
struct Group {
  Group(const Patch &patch, const Products &products)
      : patch(patch), products(products), in(patch.in) {}

  const Patch &patch;
  const Products &products;
  const int8_t *in;
  uint32_t sums[kPixels * kBlock];
  Portion portion;

  /// Sets the sums to the bias, and to the weights' sums times `rest`.
  void start(size_t channel, size_t count, uint32_t rest);
  void add(size_t channel, size_t count, Preparation how, bool is_gathered);
};

void Group::start(size_t channel, size_t count, uint32_t rest) {
  if (rest == 0) {
    for (size_t pixel = 0; pixel < patch.pixels; ++pixel)
      products.output.start(sums + pixel * kBlock, count, channel);
    return;
  }
  std::memset(sums, 0, sizeof(sums));
  add(channel, count, {0, 1}, false);
  uint32_t biases[kBlock];
  products.output.start(biases, count, channel);
  for (size_t pixel = 0; pixel < patch.pixels; ++pixel)
    for (size_t i = 0; i < count; ++i) {
      uint32_t &sum = sums[pixel * kBlock + i];
      sum = sum * rest + biases[i];
    }
}

void Group::add(size_t channel, size_t count, Preparation how, bool is_gathered) {
  const int8_t *weights = products.weights + channel * products.channel_step;
  size_t stride = products.channel_step + products.element_step - 1; // one of them is 1
  size_t size;
  for (size_t begin = 0; begin < products.weights_row; begin += size) {
    size = products.weights_row - begin;
    size = size < kPortion ? size : kPortion;
    if (!is_gathered)
      gather(patch, products, in, how, begin, size, portion);
    products.add(portion, size, weights, stride, sums, count, patch.pixels);
    weights += size * products.element_step;
    if (products.weights_offset != 0)
      for (size_t pixel = 0; pixel < patch.pixels; ++pixel) {
        uint32_t sum = 0;
        for (size_t i = 0; i < kPortion; ++i)
          sum += static_cast<uint32_t>(portion.elements[place_of(pixel, i)]);
        for (size_t i = 0; i < count; ++i)
          sums[pixel * kBlock + i] += sum * products.weights_offset;
      }
  }
}

} // namespace

void multiply_patch(const Patch &patch, const void *params) {
  const Products &products = *static_cast<const Products *>(params);
  // An offset that leaves 16 bits with an element is multiplied with the sums of weights.
  uint32_t offset = products.input_offset;
  uint32_t rest = offset + (1 << 14) < 1 << 15 ? 0 : offset;
  Preparation how = {-1, static_cast<int16_t>(offset - rest)};
  Group group(patch, products);
  bool keeps = products.weights_row <= kPortion && rest == 0;
  size_t in_group = 0;
  for (size_t channel = 0; channel < products.out_channels;) {
    size_t count = products.group_out - in_group;
    count = count < kBlock ? count : kBlock;
    group.start(channel, count, rest);
    group.add(channel, count, how, keeps && in_group != 0);
    int8_t *out = patch.out + channel;
    for (size_t pixel = 0; pixel < patch.pixels; ++pixel) {
      products.output.store(group.sums + pixel * kBlock, count, channel, out);
      out += patch.out_pixel;
    }
    channel += count;
    in_group += count;
    if (in_group == products.group_out) {
      in_group = 0;
      group.in += products.group_in;
    }
  }
}

void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out) {
  size_t depth = products.group_in, rows = products.out_channels;
  products.group_out = rows;
  products.weights_row = products.channel_step = depth;
  products.element_step = 1;
  products.add = add_rows;
  Patch patch = {x, out, 0, 1, 1, 0, 0, 0, 0, 1, static_cast<ptrdiff_t>(depth), rows};
  for (; count != 0; count -= patch.pixels) {
    patch.pixels = count < kPixels ? count : kPixels;
    multiply_patch(patch, &products);
    patch.in += patch.pixels * depth;
    patch.out += patch.pixels * rows;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
