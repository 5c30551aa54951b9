// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution.h. For each output element the loop goes through the taps of the kernel, and for
// each tap that meets the input it sums the products over the group's input channels. A tap k of
// output position o meets the input at o * stride - padding + k * dilation; in a transposed
// convolution it is the other way round: input position i adds to o = i * stride - padding + k *
// dilation.

#include "convolution.h"

#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

ConvolutionOperand convolution_operand(const Tensor &tensor) {
  ConvolutionOperand result = {
      tensor.mutable_data_ptr<char>(), byte_stride(tensor, 0), byte_stride(tensor, 1), {0, 0, 0}};
  size_t missing = kSpatial + 2 - tensor.dim();
  for (size_t d = 2; d < tensor.dim(); ++d)
    result.spatial[d - 2 + missing] = byte_stride(tensor, d);
  return result;
}

namespace {

/// Computes the output's size along one spatial dimension. In a transposed convolution input and
/// output swap their roles, and `output_padding` says which of the sizes with the same input size
/// is meant.
bool find_output_size(Window &window, bool transposed, int32_t output_padding) {
  int32_t reach, padded, last; // where the last window starts, or the last element is
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

/// The input position that tap `k` of output position `o` meets; false when there is none.
bool meets(const Window &window, bool transposed, int32_t o, int32_t k, int32_t &position) {
  if (!transposed) {
    position = o * window.stride - window.padding + k * window.dilation;
  } else {
    position = o + window.padding - k * window.dilation;
    if (position < 0 || position % window.stride != 0)
      return false;
    position /= window.stride;
  }
  return 0 <= position && position < window.in;
}

/// One element: the channel `oc` of group `group` at the output position `o`.
void compute_element(const Convolution &conv, const char *input, SizesType group, SizesType oc,
                     const int32_t *o, ProductSum &sum, const ProductArithmetic &arithmetic) {
  const ConvolutionOperand &in = conv.input;
  const ConvolutionOperand &weight = conv.weight;
  Products products;
  products.a_step = in.second;
  products.count = static_cast<size_t>(conv.group_in);
  const char *weights = weight.data;
  if (conv.transposed) { // [in, out of the group, ...]
    products.b_step = weight.first;
    weights += group * conv.group_in * weight.first + oc * weight.second;
  } else { // [out, in of the group, ...]
    products.b_step = weight.second;
    weights += (group * conv.group_out + oc) * weight.first;
  }
  input += group * conv.group_in * in.second;

  const Window *windows = conv.windows;
  int32_t at[kSpatial];
  for (int32_t k0 = 0; k0 < windows[0].kernel; ++k0) {
    if (!meets(windows[0], conv.transposed, o[0], k0, at[0]))
      continue;
    for (int32_t k1 = 0; k1 < windows[1].kernel; ++k1) {
      if (!meets(windows[1], conv.transposed, o[1], k1, at[1]))
        continue;
      for (int32_t k2 = 0; k2 < windows[2].kernel; ++k2) {
        if (!meets(windows[2], conv.transposed, o[2], k2, at[2]))
          continue;
        products.a = input + at[0] * in.spatial[0] + at[1] * in.spatial[1] + at[2] * in.spatial[2];
        products.b =
            weights + k0 * weight.spatial[0] + k1 * weight.spatial[1] + k2 * weight.spatial[2];
        arithmetic.accumulate(sum, products);
      }
    }
  }
}

} // namespace

void convolve(const Convolution &conv, const ProductArithmetic &arithmetic) {
  const ConvolutionOperand &out = conv.out;
  const Window *windows = conv.windows;
  SizesType channels = conv.groups * conv.group_out;
  for (SizesType n = 0; n < conv.batch; ++n) {
    const char *input = conv.input.data + n * conv.input.first;
    for (SizesType channel = 0; channel < channels; ++channel) {
      SizesType group = channel / conv.group_out;
      SizesType oc = channel % conv.group_out;
      char *plane = out.data + n * out.first + channel * out.second;
      const char *bias = conv.bias ? conv.bias + channel * conv.bias_step : nullptr;
      int32_t o[kSpatial];
      for (o[0] = 0; o[0] < windows[0].out; ++o[0])
        for (o[1] = 0; o[1] < windows[1].out; ++o[1])
          for (o[2] = 0; o[2] < windows[2].out; ++o[2]) {
            ProductSum sum;
            if (conv.group_in != 0)
              compute_element(conv, input, group, oc, o, sum, arithmetic);
            arithmetic.store(plane + o[0] * out.spatial[0] + o[1] * out.spatial[1] +
                                 o[2] * out.spatial[2],
                             sum, bias, nullptr);
          }
    }
  }
}

namespace {

/// Takes batch, groups and channels, and the first two sizes of the output. The call fails when
/// they do not fit.
void take_channels(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                   Convolution &conv, SizesType *sizes) {
  conv.transposed = call.boolean(first + 6);
  conv.groups = call.integer(first + 8, 1);
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

/// Takes the windows of the dimensions there are, and the sizes of the output from the third on.
void take_windows(Call &call, size_t first, const Tensor &input, const Tensor &weight,
                  Convolution &conv, SizesType *sizes) {
  const size_t spatial = input.dim() - 2;
  int32_t stride[kSpatial], padding[kSpatial], dilation[kSpatial], output_padding[kSpatial];
  take_spatial_list(call, first + 3, 1, spatial, stride);
  take_spatial_list(call, first + 4, 0, spatial, padding);
  take_spatial_list(call, first + 5, 1, spatial, dilation);
  take_spatial_list(call, first + 7, 0, spatial, output_padding);
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

} // namespace et::kernels::ET_KERNEL_LIBRARY
