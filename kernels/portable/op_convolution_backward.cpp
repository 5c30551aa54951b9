// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::convolution_backward.out: the gradients of a convolution's input, weight and bias.
// output_mask selects the gradients to compute; the other outputs stay unchanged. Half and BFloat16
// are summed in Float.
//
// The input's gradient is computed as a convolution of the output's gradient with the same weight.
// If the given convolution is not transposed, this second convolution is transposed, and vice
// versa.
//
// The gradient of a weight element is a sum of products of an input element and an element of the
// output's gradient. The code calls one of these two tensors `near`, and the other `far`. In a
// transposed convolution, `near` is the input. In other convolutions, `near` is the output's
// gradient. For tap k, the element at near position s is multiplied by the element at far position
// s * stride - padding + k * dilation.

#include <algorithm>
#include <cstring>

#include "../common/walk.h"
#include "average.h"
#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kGradOutput, kInput, kWeight, kOutputMask = 10, kOut0, kCount = 14 };

struct BackwardKernel : ProductArithmetic {
  void (*add)(ProductSum &sum, const char *in, ptrdiff_t step, size_t count);
};
template <typename T>
constexpr BackwardKernel kBackward = {
    {DtypeOf<T>::value, accumulate_products<T>, store_products<T>}, add_elements<T>};

/// `conv.out` is the gradient of the convolution's output; `out` is the gradient to compute.
void input_gradient(const Convolution &conv, const Tensor &out, const BackwardKernel &kernel) {
  Convolution back = conv;
  back.transposed = !conv.transposed;
  std::swap(back.group_in, back.group_out);
  for (Window &window : back.windows)
    std::swap(window.in, window.out);
  back.input = conv.out;
  back.out = convolution_operand(out);
  back.bias = nullptr;
  convolve(back, kernel);
}

/// The near positions [first, last) along one dimension for which the far position of tap k is
/// inside of the far tensor.
struct Meetings {
  SizesType first;
  SizesType last;
  SizesType place; // the far position that belongs to `first`
};
Meetings find_meetings(const Window &window, bool transposed, int32_t k) {
  const int32_t positions = transposed ? window.in : window.out;
  const int32_t others = transposed ? window.out : window.in;
  const int32_t shift = k * window.dilation - window.padding;
  Meetings result = {0, 0, 0};
  if (shift < 0)
    result.first = (-shift - 1) / window.stride + 1;
  if (shift < others)
    result.last = std::min<SizesType>((others - 1 - shift) / window.stride + 1, positions);
  if (result.first < result.last)
    result.place = result.first * window.stride + shift;
  return result;
}

void weight_element(const Convolution &conv, const char *near, const char *far, const int32_t *k,
                    ProductSum &sum, const BackwardKernel &kernel) {
  const ConvolutionOperand &a = conv.transposed ? conv.input : conv.out;
  const ConvolutionOperand &b = conv.transposed ? conv.out : conv.input;
  Meetings at[kSpatial];
  for (size_t d = 0; d < kSpatial; ++d) {
    at[d] = find_meetings(conv.windows[d], conv.transposed, k[d]);
    if (at[d].first >= at[d].last)
      return;
    near += at[d].first * a.spatial[d];
    far += at[d].place * b.spatial[d];
  }
  const Window *windows = conv.windows;
  Products products;
  products.a_step = a.spatial[2];
  products.b_step = b.spatial[2] * windows[2].stride;
  products.count = static_cast<size_t>(at[2].last - at[2].first);
  for (SizesType n = 0; n < conv.batch; ++n)
    for (SizesType i = 0; i < at[0].last - at[0].first; ++i)
      for (SizesType j = 0; j < at[1].last - at[1].first; ++j) {
        products.a = near + n * a.first + i * a.spatial[0] + j * a.spatial[1];
        products.b = far + n * b.first + i * windows[0].stride * b.spatial[0] +
                     j * windows[1].stride * b.spatial[1];
        kernel.accumulate(sum, products);
      }
}

void weight_gradient(const Convolution &conv, const Tensor &out, const BackwardKernel &kernel) {
  const ConvolutionOperand &a = conv.transposed ? conv.input : conv.out;
  const ConvolutionOperand &b = conv.transposed ? conv.out : conv.input;
  const SizesType a_group = conv.transposed ? conv.group_in : conv.group_out;
  const SizesType b_group = conv.transposed ? conv.group_out : conv.group_in;
  const ConvolutionOperand to = convolution_operand(out);
  const Window *windows = conv.windows;
  for (SizesType i = 0; i < a_group * conv.groups; ++i)
    for (SizesType j = 0; j < b_group; ++j) {
      const char *near = a.data + i * a.second;
      const char *far = b.data + (i / a_group * b_group + j) * b.second;
      int32_t k[kSpatial];
      for (k[0] = 0; k[0] < windows[0].kernel; ++k[0])
        for (k[1] = 0; k[1] < windows[1].kernel; ++k[1])
          for (k[2] = 0; k[2] < windows[2].kernel; ++k[2]) {
            ProductSum sum;
            weight_element(conv, near, far, k, sum, kernel);
            kernel.store(to.data + i * to.first + j * to.second + k[0] * to.spatial[0] +
                             k[1] * to.spatial[1] + k[2] * to.spatial[2],
                         sum, nullptr, nullptr);
          }
    }
}

void bias_gradient(const Convolution &conv, const Tensor &out, const BackwardKernel &kernel) {
  const ConvolutionOperand &from = conv.out;
  const Window *windows = conv.windows;
  for (SizesType c = 0; c < out.size(0); ++c) {
    ProductSum sum;
    for (SizesType n = 0; n < conv.batch; ++n)
      for (int32_t i = 0; i < windows[0].out; ++i)
        for (int32_t j = 0; j < windows[1].out; ++j)
          kernel.add(sum,
                     from.data + n * from.first + c * from.second + i * from.spatial[0] +
                         j * from.spatial[1],
                     from.spatial[2], static_cast<size_t>(windows[2].out));
    kernel.store(out.mutable_data_ptr<char>() + c * byte_stride(out, 0), sum, nullptr, nullptr);
  }
}

struct Outputs {
  Tensor tensors[3];
};
Outputs take_outputs(Call &call, const Tensor *inputs, ScalarType dtype) {
  Outputs outputs;
  if (!call.require(call.ok() && call[kOutputMask].isBoolList() &&
                    call[kOutputMask].toBoolList().size() == 3))
    return outputs;
  for (size_t i = 0; i < 3; ++i) {
    if (!read_element<bool>(call[kOutputMask].toBoolList().data() + i)) {
      call.skip(kOut0 + i);
      continue;
    }
    const Tensor out = call.output(kOut0 + i, dtype);
    for (size_t j = 0; call.ok() && j < 3; ++j)
      call.require(!is_same(out, inputs[j]) &&
                   !(outputs.tensors[j].defined() && is_same(out, outputs.tensors[j])));
    if (!call.ok())
      break;
    outputs.tensors[i] = out;
  }
  return outputs;
}

void convolution_backward(KernelRuntimeContext &context, Args args, const BackwardKernel &kernel) {
  Call call(context, args, kCount);
  const Tensor inputs[] = {call.tensor(kGradOutput, kernel.dtype),
                           call.tensor(kInput, kernel.dtype), call.tensor(kWeight, kernel.dtype)};
  const auto &[gradient, input, weight] = inputs;
  Convolution conv;
  SizesType sizes[kSpatial + 2] = {};
  take_convolution(call, kInput, input, weight, conv, sizes);
  call.require(call.ok() && gradient.dim() == input.dim() &&
               std::memcmp(gradient.sizes().data(), sizes, input.dim() * sizeof(*sizes)) == 0);
  const Outputs outputs = take_outputs(call, inputs, kernel.dtype);
  const auto &[to_input, to_weight, to_bias] = outputs.tensors;
  if (call.ok() && to_input.defined())
    call.resize(to_input, input.sizes());
  if (call.ok() && to_weight.defined())
    call.resize(to_weight, weight.sizes());
  if (call.ok() && to_bias.defined())
    call.resize(to_bias, {sizes + 1, 1});
  if (!call.ok())
    return;
  conv.input = convolution_operand(input);
  conv.weight = convolution_operand(weight);
  conv.out = convolution_operand(gradient);
  if (to_input.defined())
    input_gradient(conv, to_input, kernel);
  if (to_weight.defined())
    weight_gradient(conv, to_weight, kernel);
  if (to_bias.defined())
    bias_gradient(conv, to_bias, kernel);
}

} // namespace

#define CONVOLUTION_BACKWARD(name, code, type)                                                     \
  ET_KERNEL(aten, convolution_backward.out, name, "v1/" #code ";|*",                               \
            "convolution_backward.out(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? " \
            "bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, "  \
            "SymInt[] output_padding, SymInt groups, bool[3] output_mask, *, Tensor(a!) out0, "    \
            "Tensor(b!) out1, Tensor(c!) out2) -> (Tensor(a!), Tensor(b!), Tensor(c!))") {         \
    convolution_backward(context, args, kBackward<type>);                                          \
  }
ET_FORALL_FLOAT_DTYPES(CONVOLUTION_BACKWARD)

} // namespace et::kernels::ET_KERNEL_LIBRARY
