// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_conv2d.out by CMSIS-NN: an example of a kernel that calls a function of
// CMSIS-NN. Schema, checks and output shape are those of the library cortex_m.

#include "arm_nnfunctions.h"
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

  const Windows &windows = conv.windows;
  const Axis &rows = windows.axes[0];
  const Axis &columns = windows.axes[1];
  const int32_t channels = windows.out_channels;
  const cmsis_nn_dims input = {windows.batch, rows.in, columns.in, windows.in_channels};
  const cmsis_nn_dims filter = {channels, rows.kernel, columns.kernel,
                                static_cast<int32_t>(conv.group_in)};
  const cmsis_nn_dims bias = {1, 1, 1, channels};
  const cmsis_nn_dims output = {windows.batch, rows.out, columns.out, channels};
  const cmsis_nn_conv_params params = {
      static_cast<int32_t>(conv.input_offset), static_cast<int32_t>(conv.output.offset),
      {columns.stride, rows.stride},           {columns.padding, rows.padding},
      {columns.dilation, rows.dilation},       {conv.output.min, conv.output.max}};
  // CMSIS-NN takes these pointers as non-const, but only reads.
  const cmsis_nn_per_channel_quant_params scales = {const_cast<int32_t *>(conv.output.multipliers),
                                                    const_cast<int32_t *>(conv.output.shifts)};

  cmsis_nn_context workspace = {
      nullptr, arm_convolve_wrapper_s8_get_buffer_size(&params, &input, &filter, &output)};
  if (workspace.size > 0) {
    workspace.buf = context.allocate_temp(static_cast<size_t>(workspace.size));
    if (!workspace.buf)
      return context.fail(Error::MemoryAllocationFailed);
  }
  if (arm_convolve_wrapper_s8(&workspace, &params, &scales, &input, windows.in, &filter,
                              conv.weights, &bias, conv.output.bias, &output,
                              windows.out) != ARM_CMSIS_NN_SUCCESS)
    context.fail(Error::NotSupported);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
