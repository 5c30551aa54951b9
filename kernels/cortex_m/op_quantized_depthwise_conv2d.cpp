// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_depthwise_conv2d.out: each input channel has `depth_multiplier` output
// channels, which are contiguous. The weights are [1, rows, columns, output channels].
//
// If `depth_multiplier` is 1, the kernel computes up to kBlock neighbouring channels together.
// Otherwise one call of multiply_turned() computes output channels of one input channel, as a
// matrix product: rows are windows, and columns are output channels. For this product, the kernel
// copies the weights so that each output channel's weights are contiguous. If one channel's weights
// do not fit in the buffer for the copy, the kernel computes one channel at a time, without a copy.

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The number of weights that fit in the buffer: 32 output channels with windows of 10 x 4 taps.
constexpr size_t kTurned = 1280;

void depthwise_patch(const Patch &patch, const void *params) {
  const Products &conv = *static_cast<const Products *>(params);
  uint32_t sums[kBlock];
  conv.output.start(sums, conv.out_channels);
  add_taps(patch, patch.in, conv.input_offset, conv.weights + patch.kernel * conv.weights_row,
           conv.weights_row, sums, conv.out_channels);
  conv.output.store(sums, conv.out_channels, patch.out);
}

void multiply_taps(const Convolution &conv, size_t channel, size_t count) {
  Products part = conv;
  part.weights += channel;
  part.weights_row = conv.out_channels;
  part.out_channels = count;
  part.output.skip(channel);
  conv.windows.for_each(taps, depthwise_patch, &part);
}

/// Computes the `count` output channels from `channel` on, all of one input channel. First copies
/// the weights of these output channels, so that each channel's weights are contiguous.
__attribute__((noinline)) void multiply_turned(const Convolution &conv, size_t channel,
                                               size_t count) {
  int8_t turned[kTurned];
  int8_t *to = turned;
  for (size_t i = 0; i < count; ++i) {
    const int8_t *from = conv.weights + channel + i;
    for (size_t tap = conv.weights_row; tap != 0; --tap) {
      *to++ = *from;
      from += conv.out_channels;
    }
  }
  const Block block(conv, channel, count, turned);
  conv.windows.for_each(taps, multiply_patch, &block, kPixels);
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_depthwise_conv2d.out,
                   "cortex_m::quantized_depthwise_conv2d.out(Tensor input, Tensor weight, Tensor? "
                   "bias, int[] stride, int[] padding, int[] dilation, int depth_multiplier, "
                   "int input_offset, int output_offset, Tensor requantize_multipliers, Tensor "
                   "requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kDepthMultiplier = 6 };
  constexpr Convolution::Kind kind = Convolution::Kind::Depthwise;
  Call call = Call::exact(context, args, argument_count(kind));
  Convolution conv;
  conv.take(call, kind);
  int32_t multiplier = call.integer(kDepthMultiplier, 1);
  call.require(call.ok() && conv.group_out == static_cast<size_t>(multiplier));
  conv.windows.fit(call, false);
  conv.windows.take_output(call, argument_count(kind) - 1);
  if (!call.ok())
    return;
  const int8_t *in = conv.windows.in;
  const bool is_turned = multiplier != 1 && conv.weights_row <= kTurned;
  size_t most = is_turned ? kTurned / conv.weights_row : multiplier == 1 ? kBlock : 1;
  most = most < kBlock ? most : kBlock;
  size_t count;
  for (size_t channel = 0; channel < conv.out_channels; channel += count) {
    const size_t in_channel = channel / conv.group_out;
    // One call computes channels before `end`. If `multiplier` is not 1, a call must not compute
    // output channels of two input channels.
    const size_t end = multiplier == 1 ? conv.out_channels : (in_channel + 1) * conv.group_out;
    count = end - channel < most ? end - channel : most;
    conv.windows.in = in + in_channel;
    (is_turned ? multiply_turned : multiply_taps)(conv, channel, count);
    conv.windows.out += count;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
