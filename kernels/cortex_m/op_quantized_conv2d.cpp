// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_conv2d.out: a convolution of channels-last images with weights
// [output channels, rows, columns, input channels of a group].

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ET_FALLBACK_KERNEL(cortex_m, quantized_conv2d.out,
                   "cortex_m::quantized_conv2d.out(Tensor input, Tensor weight, Tensor? bias, "
                   "int[] stride, int[] padding, int[] dilation, int input_offset, "
                   "int output_offset, Tensor requantize_multipliers, Tensor requantize_shifts, "
                   "int activation_min, int activation_max, Tensor scratch, *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  constexpr Convolution::Kind kind = Convolution::Kind::Plain;
  Call call = Call::exact(context, args, argument_count(kind));
  Convolution conv;
  conv.take(call, kind);
  conv.windows.fit(call, false);
  conv.windows.take_output(call, argument_count(kind) - 1);
  if (!call.ok())
    return;
  conv.windows.flatten();
  conv.multiply(taps);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
