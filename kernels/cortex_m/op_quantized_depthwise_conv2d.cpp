// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_depthwise_conv2d.out: every input channel has `depth_multiplier` output
// channels of its own, side by side; the weights are [1, rows, columns, output channels].
//
// Several channels are summed at once, each in a register, so that no sum goes through memory. They
// have neighbouring inputs where the multiplier is 1, else the same input.

#include "convolution.h"
#include "dot.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Adds the products of all taps to kLanes sums or to one. Of two sums `step`, 0 or 1, is the
/// distance between the inputs.
void add_taps(const Patch &patch, const Convolution &conv, const int8_t *in, size_t step,
              const int8_t *weights, uint32_t *sums, size_t lanes) {
  ptrdiff_t channels = static_cast<ptrdiff_t>(conv.out_channels);
  uint32_t offset = conv.input_offset;
  uint32_t sum0 = sums[0], sum1 = 0, sum2 = 0, sum3 = 0;
  if (lanes != 1) {
    sum1 = sums[1];
    sum2 = sums[2];
    sum3 = sums[3];
  }
  for (size_t y = patch.rows; y != 0; --y) {
    const int8_t *x = in;
    const int8_t *w = weights;
    for (size_t i = patch.columns; i != 0; --i) {
      sum0 += (static_cast<uint32_t>(x[0]) + offset) * static_cast<uint32_t>(w[0]);
      if (lanes != 1) {
        sum1 += (static_cast<uint32_t>(x[step]) + offset) * static_cast<uint32_t>(w[1]);
        sum2 += (static_cast<uint32_t>(x[2 * step]) + offset) * static_cast<uint32_t>(w[2]);
        sum3 += (static_cast<uint32_t>(x[3 * step]) + offset) * static_cast<uint32_t>(w[3]);
      }
      x += patch.in_column;
      w += channels;
    }
    in += patch.in_row;
    weights += patch.kernel_row * channels;
  }
  sums[0] = sum0;
  sums[1] = sum1;
  sums[2] = sum2;
  sums[3] = sum3;
}

void depthwise_patch(const Patch &patch, const void *params) {
  const Convolution &conv = *static_cast<const Convolution *>(params);
  const int8_t *weights = conv.weights + patch.kernel * conv.out_channels;
  size_t step = conv.group_out == 1;
  size_t width = step ? conv.out_channels : conv.group_out;
  const int8_t *in = patch.in;
  size_t left = width;
  for (size_t channel = 0; channel < conv.out_channels;) {
    size_t lanes = lanes_for(left);
    uint32_t sums[kLanes];
    conv.start(sums, channel, lanes);
    add_taps(patch, conv, in, step, weights + channel, sums, lanes);
    conv.output.store(sums, lanes, channel, patch.out + channel);
    channel += lanes;
    left -= lanes;
    in += step * lanes;
    if (left == 0) {
      left = width;
      ++in;
    }
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
  if (call.ok())
    conv.windows.for_each(taps, depthwise_patch, &conv);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
