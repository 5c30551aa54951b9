// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution.h.

#include "convolution.h"

#include <cstring>

#include "layout.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void Convolution::take(Call &call, Kind kind) {
  enum Arguments : size_t { kInput, kWeight, kBias, kStride, kPadding, kDilation, kRest };
  // These indices are relative to `at`: kRest, or kRest + 1 for depthwise and transposed
  // convolutions, which have one more argument before kInputOffset.
  enum : size_t { kInputOffset, kOutputOffset, kMultipliers, kShifts, kMin, kMax, kScratch };
  windows.take_input(call);
  Tensor tensor = call.tensor(kWeight, ScalarType::Char);
  windows.read(call, kStride, 1, &Axis::stride);
  windows.read(call, kPadding, 0, &Axis::padding);
  size_t at = kind == Kind::Plain ? kRest : kRest + 1;
  windows.read(call, kind == Kind::Transposed ? kDilation + 1 : kDilation, 1, &Axis::dilation);
  input_offset = static_cast<uint32_t>(call.integer(at + kInputOffset));
  output.offset = static_cast<uint32_t>(call.integer(at + kOutputOffset));
  output.min = call.char_value(at + kMin);
  output.max = call.char_value(at + kMax);
  call.skip(at + kScratch);
  if (kind == Kind::Transposed)
    call.skip(at + kScratch + 1);
  call.require(call.ok() && tensor.dim() == 4 && is_contiguous(tensor));
  if (!call.ok())
    return;

  weights = tensor.const_data_ptr<int8_t>();
  windows.axes[0].kernel = tensor.size(1);
  windows.axes[1].kernel = tensor.size(2);
  SizesType in = tensor.size(3);
  SizesType out = tensor.size(0);
  if (kind == Kind::Depthwise) {
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
  weights_offset = 0;
  output.bias = call.optional_ints(kBias, out_channels);
  output.multipliers = call.ints(at + kMultipliers, out_channels);
  output.shifts = call.ints(at + kShifts, out_channels);
  call.require(call.ok() && output.take(out_channels, weights_row, input_offset));
}

namespace {

/// Returns the input's offset if add_rest() must add the offset, otherwise 0. If 0, the vector form
/// (dot.h) adds the offset to the biases, and the other forms to each element that they copy.
uint32_t rest_of(uint32_t offset) {
#ifdef ET_CORTEX_M_VECTORS
  // The padding is prepared as -offset, which must fit in 8 bits.
  return offset + INT8_MAX <= UINT8_MAX ? 0 : offset;
#else
  // With an offset from -2^14 to 2^14 - 1, an element plus the offset fits in 16 bits.
  return offset + (1 << 14) < 1 << 15 ? 0 : offset;
#endif
}

Preparation preparation_for(uint32_t offset) {
#ifdef ET_CORTEX_M_VECTORS
  return {-1, static_cast<int8_t>(-offset), 0};
#else
  return {-1, 0, static_cast<int16_t>(offset)};
#endif
}

} // namespace

Block::Block(const Products &all, size_t channel, size_t count, const int8_t *first)
    : Products(all), rest(rest_of(input_offset)), how(preparation_for(input_offset - rest)) {
  weights = first;
  out_channels = count;
  output.skip(channel);
#ifdef ET_CORTEX_M_VECTORS
  if (rest == 0) {
    output.start(reinterpret_cast<uint32_t *>(biases), count);
    add_weights(input_offset, weights, weights_row, biases, count);
    output.bias = biases;
  }
#endif
}

namespace {

void gather(const Patch &patch, const Products &products, Preparation how, size_t begin,
            size_t size, Portion &to) {
  size_t columns = patch.columns;
  size_t run = products.group_in;
  const int8_t *in = patch.in;
  if (patch.rows * columns * run != products.weights_row)
    std::memset(to.elements, how.padding, sizeof(to.elements));
  if (patch.in_column == static_cast<ptrdiff_t>(run)) {
    run *= columns;
    columns = 1;
  }
  const ptrdiff_t channels = static_cast<ptrdiff_t>(products.group_in);
  const ptrdiff_t column_step = patch.kernel_column * channels;
  const ptrdiff_t row_step = patch.kernel_row * channels;
  Element *pixel = to.elements;
  for (size_t left = patch.pixels; left != 0; --left) {
    const int8_t *row = in;
    // The position of the window row's first tap, in elements from the start of the portion. The
    // position is negative if the tap begins before the portion.
    ptrdiff_t tap_row = static_cast<ptrdiff_t>(patch.kernel * products.group_in - begin);
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *x = row;
      ptrdiff_t tap = tap_row;
      for (size_t i = columns; i != 0; --i) {
        const ptrdiff_t first = tap < 0 ? 0 : tap;
        ptrdiff_t last = tap + static_cast<ptrdiff_t>(run);
        last = last < static_cast<ptrdiff_t>(size) ? last : static_cast<ptrdiff_t>(size);
        if (first < last)
          prepare(x + (first - tap), static_cast<size_t>(last - first), how, pixel,
                  static_cast<size_t>(first));
        x += patch.in_column;
        tap += column_step;
      }
      row += patch.in_row;
      tap_row += row_step;
    }
    in += patch.in_pixel;
    pixel += kSecond;
  }
}

void add(const Patch &patch, const Block &block, Preparation how, uint32_t *sums) {
  const size_t row = block.weights_row;
#ifdef ET_CORTEX_M_VECTORS
  // With one tap, the inputs are contiguous. Mask -1 changes no input, so no copy is needed.
  if (how.mask == -1 && patch.rows * patch.columns == 1 && block.group_in == row)
    return add_rows(patch.in, patch.in + patch.in_pixel, row, block.weights, row, sums,
                    block.out_channels, patch.pixels);
#endif
  Portion portion;
  for (size_t begin = 0; begin < row; begin += kPortion) {
    const size_t size = row - begin < kPortion ? row - begin : kPortion;
    gather(patch, block, how, begin, size, portion);
    add_rows(portion.elements, portion.elements + kPortion, size, block.weights + begin, row, sums,
             block.out_channels, patch.pixels);
  }
}

/// Adds block.rest times the sum of the weights. Each input is prepared as 1 and the padding as 0,
/// so weights at the padding add nothing.
__attribute__((noinline)) void add_rest(const Patch &patch, const Block &block, uint32_t *sums) {
  uint32_t weights[kPixels * kBlock] = {};
  add(patch, block, {0, 0, 1}, weights);
  for (size_t channel = 0; channel < block.out_channels; ++channel)
    for (size_t i = channel; i < patch.pixels * kBlock; i += kBlock)
      sums[i] += weights[i] * block.rest;
}

/// Adds the weights' offset times the sum of a pixel's inputs with their offset. Only matrix
/// products have a weights' offset. In a matrix product, each pixel is a row of the input.
void add_inputs(const Patch &patch, const Block &block, uint32_t *sums) {
  const int8_t *in = patch.in;
  for (size_t pixel = 0; pixel < patch.pixels; ++pixel) {
    uint32_t sum = 0;
    for (size_t i = block.weights_row; i != 0; --i)
      sum += static_cast<uint32_t>(*in++) + block.input_offset;
    sum *= block.weights_offset;
    for (size_t i = 0; i < block.out_channels; ++i)
      sums[pixel * kBlock + i] += sum;
  }
}

} // namespace

void multiply_patch(const Patch &patch, const void *params) {
  const Block &block = *static_cast<const Block *>(params);
  uint32_t sums[kPixels * kBlock];
  for (size_t pixel = 0; pixel < patch.pixels; ++pixel)
    block.output.start(sums + pixel * kBlock, block.out_channels);
  if (block.rest != 0)
    add_rest(patch, block, sums);
  if (block.weights_offset != 0)
    add_inputs(patch, block, sums);
  add(patch, block, block.how, sums);
  for (size_t pixel = 0; pixel < patch.pixels; ++pixel)
    block.output.store(sums + pixel * kBlock, block.out_channels,
                       patch.out + pixel * patch.out_pixel);
}

void multiply_rows(Products &products, const int8_t *x, size_t count, int8_t *out) {
  const size_t depth = products.weights_row = products.group_in, rows = products.out_channels;
  for (size_t channel = 0; channel < rows; channel += kBlock) {
    const Block block(products, channel, rows - channel < kBlock ? rows - channel : kBlock,
                      products.weights + channel * depth);
    Patch patch = {x, out + channel, 0, 1, 1, 0, 0, 0, 0, 1, static_cast<ptrdiff_t>(depth), rows};
    for (size_t left = count; left != 0; left -= patch.pixels) {
      patch.pixels = left < kPixels ? left : kPixels;
      multiply_patch(patch, &block);
      patch.in += patch.pixels * depth;
      patch.out += patch.pixels * rows;
    }
  }
}

void Convolution::multiply(TapsFunction taps) {
  const int8_t *in = windows.in;
  size_t count;
  for (size_t channel = 0; channel < out_channels; channel += count) {
    count = group_out - channel % group_out;
    count = count < kBlock ? count : kBlock;
    const Block block(*this, channel, count, weights + channel * weights_row);
    windows.in = in + channel / group_out * group_in;
    windows.for_each(taps, multiply_patch, &block, kPixels);
    windows.out += count;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
