// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::convolution.out: convolutions and transposed convolutions over one to three spatial
// dimensions, with groups, for tensors of any dim order.

#include "../common/walk.h"
#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void take_bias(Call &call, ScalarType dtype, SizesType channels, Convolution &conv) {
  conv.bias = nullptr;
  conv.bias_step = 0;
  if (call.is_none(2))
    return;
  const Tensor bias = call.tensor(2, dtype);
  call.require(call.ok() && bias.dim() == 1 && bias.size(0) == channels);
  if (!call.ok())
    return;
  conv.bias = bias.const_data_ptr<char>();
  conv.bias_step = byte_stride(bias, 0);
}

void convolution(KernelRuntimeContext &context, Args::Items items, size_t size,
                 const ProductArithmetic &arithmetic) {
  Call call(context, {items, size}, 10);
  const Tensor input = call.tensor(0, arithmetic.dtype);
  const Tensor weight = call.tensor(1, arithmetic.dtype);
  const Tensor out = call.output(9, arithmetic.dtype);
  // The output gets its shape before the inputs are read, and would change theirs with it.
  call.require(call.ok() && !is_same(out, input) && !is_same(out, weight));
  Convolution conv;
  SizesType sizes[kSpatial + 2] = {};
  take_convolution(call, 0, input, weight, conv, sizes);
  take_bias(call, arithmetic.dtype, sizes[1], conv);
  if (!call.ok() || !call.resize(out, {sizes, input.dim()}))
    return;
  conv.input = convolution_operand(input);
  conv.weight = convolution_operand(weight);
  conv.out = convolution_operand(out);
  convolve(conv, arithmetic);
}

} // namespace

#define CONVOLUTION(name, code, type)                                                              \
  ET_KERNEL(aten, convolution.out, name, "v1/" #code ";|*",                                        \
            "convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "         \
            "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "      \
            "SymInt groups, *, Tensor(a!) out) -> Tensor(a!)") {                                   \
    convolution(context, args.items(), args.size(), kPlainProducts<type>);                         \
  }
ET_FORALL_REAL_DTYPES(CONVOLUTION)

} // namespace et::kernels::ET_KERNEL_LIBRARY
