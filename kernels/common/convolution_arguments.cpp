// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution_arguments.h.

#include "convolution_arguments.h"

#include "walk.h"

namespace et::kernels {

ConvolutionOperand convolution_operand(const Tensor &tensor) {
  ConvolutionOperand result = {
      tensor.mutable_data_ptr<char>(), byte_stride(tensor, 0), byte_stride(tensor, 1), {0, 0, 0}};
  size_t missing = kSpatial + 2 - tensor.dim();
  for (size_t d = 2; d < tensor.dim(); ++d)
    result.spatial[d - 2 + missing] = byte_stride(tensor, d);
  return result;
}

namespace {

/// The indices count from the input, because convolution_backward has an argument before the input.
struct ConvolutionArguments {
  enum : size_t {
    kInput,
    kWeight,
    kBias,
    kStride,
    kPadding,
    kDilation,
    kTransposed,
    kOutputPadding,
    kGroups,
    kOut
  };
};

/// Computes window.out. Returns false if no output size is valid. A transposed convolution has
/// several possible output sizes, and `output_padding` selects one.
bool find_output_size(Window &window, bool transposed, int32_t output_padding) {
  int32_t reach, padded, last;
  if (window.kernel < 1 || window.in < 1 || !window.reach(reach) ||
      __builtin_mul_overflow(window.padding, 2, &padded))
    return false;
  if (!transposed) {
    if (__builtin_add_overflow(padded, window.in - 1, &last) || last < reach)
      return false;
    window.out = (last - reach) / window.stride + 1;
    return true;
  }
  if (__builtin_mul_overflow(window.in - 1, window.stride, &last) ||
      __builtin_add_overflow(last, reach, &last) ||
      __builtin_add_overflow(last, output_padding, &last) || last == INT32_MAX || last < padded)
    return false;
  window.out = last - padded + 1;
  return output_padding < window.stride || output_padding < window.dilation;
}

void take_channels(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                   Convolution &conv, SizesType *sizes) {
  conv.transposed = call.boolean(first + ConvolutionArguments::kTransposed);
  conv.groups = call.integer(first + ConvolutionArguments::kGroups, 1);
  if (!call.ok())
    return;
  conv.batch = sizes[0] = input.size(0);
  sizes[1] = weight.size(0);
  conv.group_in = input.size(1) / conv.groups;
  bool fits = conv.group_in * conv.groups == input.size(1);
  if (conv.transposed)
    fits = fits && weight.size(0) == input.size(1) &&
           !__builtin_mul_overflow(weight.size(1), conv.groups, &sizes[1]);
  else
    fits = fits && weight.size(1) == conv.group_in;
  conv.group_out = sizes[1] / conv.groups;
  call.require(fits && conv.group_out != 0 && conv.group_out * conv.groups == sizes[1]);
}

void take_windows(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                  Convolution &conv, SizesType *sizes) {
  const size_t spatial = input.dim() - 2;
  int32_t stride[kSpatial], padding[kSpatial], dilation[kSpatial], output_padding[kSpatial];
  take_spatial_list(call, first + ConvolutionArguments::kStride, 1, spatial, stride);
  take_spatial_list(call, first + ConvolutionArguments::kPadding, 0, spatial, padding);
  take_spatial_list(call, first + ConvolutionArguments::kDilation, 1, spatial, dilation);
  take_spatial_list(call, first + ConvolutionArguments::kOutputPadding, 0, spatial, output_padding);
  const size_t missing = kSpatial - spatial;
  for (size_t d = 0; call.ok() && d < kSpatial; ++d) {
    Window &window = conv.windows[d];
    if (d < missing) {
      window = {1, 1, 1, 1, 0, 1};
      continue;
    }
    const size_t s = d - missing;
    window = {input.size(s + 2), 0, weight.size(s + 2), stride[s], padding[s], dilation[s]};
    call.require(find_output_size(window, conv.transposed, output_padding[s]));
    sizes[s + 2] = window.out;
  }
}

} // namespace

void take_convolution(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                      Convolution &conv, SizesType *sizes) {
  if (!call.require(call.ok() && input.dim() >= 3 && input.dim() <= kSpatial + 2 &&
                    weight.dim() == input.dim()))
    return;
  take_channels(call, first, input, weight, conv, sizes);
  take_windows(call, first, input, weight, conv, sizes);
}

namespace {

void take_bias(Call &call, ScalarType dtype, SizesType channels, Convolution &conv) {
  conv.bias = nullptr;
  conv.bias_step = 0;
  if (call.is_none(ConvolutionArguments::kBias))
    return;
  const Tensor bias = call.tensor(ConvolutionArguments::kBias, dtype);
  call.require(call.ok() && bias.dim() == 1 && bias.size(0) == channels);
  if (!call.ok())
    return;
  conv.bias = bias.const_data_ptr<char>();
  conv.bias_step = byte_stride(bias, 0);
}

} // namespace

bool take_whole_convolution(Call &call, ScalarType dtype, Convolution &conv) {
  const Tensor input = call.tensor(ConvolutionArguments::kInput, dtype);
  const Tensor weight = call.tensor(ConvolutionArguments::kWeight, dtype);
  const Tensor out = call.output(ConvolutionArguments::kOut, dtype);
  call.require(call.ok() && !is_same(out, input) && !is_same(out, weight));
  SizesType sizes[kSpatial + 2] = {};
  take_convolution(call, ConvolutionArguments::kInput, input, weight, conv, sizes);
  take_bias(call, dtype, sizes[1], conv);
  if (!call.ok() || !call.resize(out, {sizes, input.dim()}))
    return false;
  conv.input = convolution_operand(input);
  conv.weight = convolution_operand(weight);
  conv.out = convolution_operand(out);
  return true;
}

} // namespace et::kernels
