// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_depthwise_conv2d.out: every input channel has `depth_multiplier` output
// channels of its own, side by side; the weights are [1, rows, columns, output channels].
//
// With a multiplier of 1, each input meets one weight, and channels that lie side by side are
// computed at once. Else an input channel is a group whose weights lie the other way round.

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void depthwise_patch(const Patch &patch, const void *params) {
  const Products &conv = *static_cast<const Products *>(params);
  const int8_t *weights = conv.weights + patch.kernel * conv.out_channels;
  size_t count;
  for (size_t channel = 0; channel < conv.out_channels; channel += count) {
    count = conv.out_channels - channel;
    count = count < kBlock ? count : kBlock;
    uint32_t sums[kBlock];
    conv.output.start(sums, count, channel);
    add_taps(patch, patch.in + channel, conv.input_offset, weights + channel, conv.out_channels,
             sums, count);
    conv.output.store(sums, count, channel, patch.out + channel);
  }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_depthwise_conv2d.out,
                   "cortex_m::quantized_depthwise_conv2d.out(Tensor input, Tensor weight, Tensor? "
                   "bias, int[] stride, int[] padding, int[] dilation, int depth_multiplier, "
                   "int input_offset, int output_offset, Tensor requantize_multipliers, Tensor "
                   "requantize_shifts, int activation_min, int activation_max, Tensor scratch, *, "
                   "Tensor(a!) out) -> Tensor(a!)") {
  constexpr Convolution::Kind kind = Convolution::Kind::Depthwise;
  Call call = Call::exact(context, args, argument_count(kind));
  Convolution conv;
  conv.take(call, kind);
  int32_t multiplier = call.integer(6, 1);
  call.require(call.ok() && conv.group_out == static_cast<size_t>(multiplier));
  conv.windows.fit(call, false);
  conv.windows.take_output(call, argument_count(kind) - 1);
  if (!call.ok())
    return;
  conv.add = add_columns;
  if (multiplier == 1)
    conv.windows.for_each(taps, depthwise_patch, static_cast<Products *>(&conv));
  else
    conv.windows.for_each(taps, multiply_patch, static_cast<Products *>(&conv), kPixels);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
