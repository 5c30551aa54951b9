// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_avg_pool2d.out: the sum of a window's elements by their number, halves
// rounded away from zero. Padding is not counted. Input and output have one scale and zero point,
// so that those arguments do not matter, nor does the workspace.

#include "windows.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void average_patch(const Patch &patch, const void *params) {
  size_t channels = *static_cast<const size_t *>(params);
  int32_t count = static_cast<int32_t>(patch.rows * patch.columns);
  const size_t columns = patch.columns;
  const ptrdiff_t step = patch.in_column;
  for (size_t channel = 0; channel < channels; ++channel) {
    const int8_t *row = patch.in + channel;
    int32_t sum = 0;
    for (size_t y = patch.rows; y != 0; --y) {
      const int8_t *in = row;
      for (size_t x = columns; x != 0; --x) {
        sum += *in;
        in += step;
      }
      row += patch.in_row;
    }
    sum += sum < 0 ? -(count / 2) : count / 2;
    // A padding of at most half a window leaves no window without an element.
    patch.out[channel] = static_cast<int8_t>(sum / count); // NOLINT(clang-analyzer-core.*)
  }
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_avg_pool2d.out,
                   "cortex_m::quantized_avg_pool2d.out(Tensor input, int[] kernel_size, "
                   "int[] stride, int[] padding, bool ceil_mode, int zero_point, int multiplier, "
                   "int shift, Tensor scratch, *, Tensor(a!) out) -> Tensor(a!)") {
  Call call = Call::exact(context, args, 10);
  Windows windows;
  windows.take_input(call);
  windows.take_pool(call);
  windows.axes[0].dilation = windows.axes[1].dilation = 1;
  windows.fit(call, call.boolean(4));
  for (size_t index = 5; index < 8; ++index)
    call.integer(index);
  call.skip(8);
  // A sum of more elements could leave its 32 bits.
  call.require(call.ok() && int64_t(windows.axes[0].in) * windows.axes[1].in <= 1 << 24);
  windows.take_output(call, 9);
  size_t channels = static_cast<size_t>(windows.out_channels);
  if (call.ok())
    windows.for_each(taps, average_patch, &channels);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
