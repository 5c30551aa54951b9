// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_transpose_conv2d.out: multiplies each input element by all taps, and adds the
// products to a window of the output. The windows of neighbouring elements are `stride` apart. For
// one output pixel, the taps and the input elements that they multiply are evenly spaced. Therefore
// convolution.cpp can compute the pixel like a pixel of an ordinary convolution. The weights are
// [output channels, rows, columns, input channels of a group].

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void fit_transposed(Call &call, Axis &axis) {
  if (!call.ok())
    return;
  int64_t full = int64_t(axis.in - 1) * axis.stride + int64_t(axis.dilation) * (axis.kernel - 1) +
                 axis.output_padding + 1;
  int64_t out = full - int64_t(axis.padding) * 2;
  call.require(axis.in >= 1 && full <= INT32_MAX && out >= 1 &&
               (axis.output_padding < axis.stride || axis.output_padding < axis.dilation));
  axis.out = static_cast<int32_t>(out);
}

/// Returns the taps whose products go to output position `o`. The product of input position i and
/// tap t is added to output position i * stride - padding + t * dilation.
Taps transposed_taps(const Axis &axis, int32_t o) {
  Taps taps = {0, 0, 0, 0, 0};
  int32_t distance = o + axis.padding;
  for (int32_t tap = 0; tap < axis.kernel && distance >= 0; ++tap) {
    int32_t in = distance / axis.stride;
    if (in * axis.stride == distance && in < axis.in) {
      if (taps.count == 0) {
        taps.in = in;
        taps.kernel = tap;
      } else if (taps.count == 1) {
        taps.in_step = in - taps.in;
        taps.kernel_step = tap - taps.kernel;
      }
      ++taps.count;
    }
    distance -= axis.dilation;
  }
  return taps;
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_transpose_conv2d.out,
                   "cortex_m::quantized_transpose_conv2d.out(Tensor input, Tensor weight, Tensor? "
                   "bias, int[] stride, int[] padding, int[] output_padding, int[] dilation, "
                   "int input_offset, int output_offset, Tensor requantize_multipliers, Tensor "
                   "requantize_shifts, int activation_min, int activation_max, Tensor scratch, "
                   "Tensor output_scratch, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t { kOutputPadding = 5 };
  constexpr Convolution::Kind kind = Convolution::Kind::Transposed;
  Call call = Call::exact(context, args, argument_count(kind));
  Convolution conv;
  conv.take(call, kind);
  conv.windows.read(call, kOutputPadding, 0, &Axis::output_padding);
  for (Axis &axis : conv.windows.axes)
    fit_transposed(call, axis);
  conv.windows.take_output(call, argument_count(kind) - 1);
  if (call.ok())
    conv.multiply(transposed_taps);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
