// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See convolution.h. For each output element the loop visits the taps of the window. Tap k of
// output position o reads the input at o * stride - padding + k * dilation. If this position is
// inside of the input, the loop adds input * weight for each input channel of the group. In a
// transposed convolution, input and output change places: tap k of output position
// i * stride - padding + k * dilation reads the input at i.

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

namespace {

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

void compute_element(const Convolution &conv, const char *input, SizesType group, SizesType oc,
                     const int32_t *o, ProductSum &sum, const ProductArithmetic &arithmetic) {
  const ConvolutionOperand &in = conv.input;
  const ConvolutionOperand &weight = conv.weight;
  Products products;
  products.a_step = in.second;
  products.count = static_cast<size_t>(conv.group_in);
  const char *weights = weight.data;
  if (conv.transposed) { // weight is [input channels, output channels of a group, ...]
    products.b_step = weight.first;
    weights += group * conv.group_in * weight.first + oc * weight.second;
  } else { // weight is [output channels, input channels of a group, ...]
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

} // namespace et::kernels::ET_KERNEL_LIBRARY
