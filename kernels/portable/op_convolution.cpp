// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::convolution.out: convolutions and transposed convolutions over one to three spatial
// dimensions, with groups, for tensors of any dim order.

#include "convolution.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void convolution(KernelRuntimeContext &context, Args args, const ProductArithmetic &arithmetic) {
  Call call(context, args, 10);
  Convolution conv;
  if (take_whole_convolution(call, arithmetic.dtype, conv))
    convolve(conv, arithmetic);
}

} // namespace

#define CONVOLUTION(name, code, type)                                                              \
  ET_KERNEL(aten, convolution.out, name, "v1/" #code ";|*",                                        \
            "convolution.out(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, "         \
            "SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding, "      \
            "SymInt groups, *, Tensor(a!) out) -> Tensor(a!)") {                                   \
    convolution(context, args, kPlainProducts<type>);                                              \
  }
ET_FORALL_REAL_DTYPES(CONVOLUTION)

} // namespace et::kernels::ET_KERNEL_LIBRARY
