// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_max_pool2d.out: the largest element of a window, clamped to activation_min
// and activation_max. Input and output have the same scale and zero point, so the kernel does not
// use the zero points. If all taps of a window are outside of the input, because of the dilation,
// the result is activation_min.

#include "requantize.h"
#include "windows.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Maximum {
  size_t channels;
  int32_t min;
  int32_t max;
};

void largest_of_patch(const Patch &patch, const void *params) {
  const Maximum &of = *static_cast<const Maximum *>(params);
  for (size_t channel = 0; channel < of.channels; ++channel) {
    const int8_t *row = patch.in + channel;
    int32_t largest = INT8_MIN;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *in = row;
      for (size_t x = patch.columns; x != 0; --x) {
        largest = *in > largest ? *in : largest;
        in += patch.in_column;
      }
      row += patch.in_row;
    }
    patch.out[channel] = clamp(static_cast<uint32_t>(largest), of.min, of.max);
  }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_max_pool2d.out,
                   "cortex_m::quantized_max_pool2d.out(Tensor input, int[] kernel_size, "
                   "int[] stride, int[] padding, int[] dilation, bool ceil_mode, "
                   "int input_zero_point, int output_zero_point, int activation_min, "
                   "int activation_max, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t {
    kDilation = 4,
    kCeilMode,
    kInputZeroPoint,
    kOutputZeroPoint,
    kActivationMin,
    kActivationMax,
    kOut,
    kCount
  };
  Call call = Call::exact(context, args, kCount);
  Windows windows;
  windows.take_input(call);
  windows.take_pool(call);
  windows.read(call, kDilation, 1, &Axis::dilation);
  windows.fit(call, call.boolean(kCeilMode));
  call.integer(kInputZeroPoint);
  call.integer(kOutputZeroPoint);
  Maximum of = {0, call.char_value(kActivationMin), call.char_value(kActivationMax)};
  windows.take_output(call, kOut);
  if (!call.ok())
    return;
  of.channels = static_cast<size_t>(windows.out_channels);
  windows.for_each(taps, largest_of_patch, &of);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
