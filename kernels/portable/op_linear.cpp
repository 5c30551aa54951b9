// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::linear.out: the input, of any rank, times the transposed weight, plus the bias if there is
// one. The bias broadcasts to the output. Tensors may have any dim order.

#include "../common/walk.h"
#include "matrix_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// Returns the matrix of a tensor's last two dimensions. A one-dimensional tensor is one row.
MatrixPlace rows_of(const Tensor &tensor) {
  const size_t last = tensor.dim() - 1;
  const ptrdiff_t strides[] = {last == 0 ? 0 : byte_stride(tensor, last - 1),
                               byte_stride(tensor, last)};
  return {tensor.mutable_data_ptr<char>(), strides};
}

void linear(KernelRuntimeContext &context, Args args, const ProductArithmetic &arithmetic) {
  Call call(context, args, 4);
  const auto [input, weight, bias, out, has_bias, bias_strides] =
      take_linear(call, arithmetic.dtype);
  if (!call.ok())
    return;
  const MatrixPlace in_rows = rows_of(input), out_rows = rows_of(out), weights(weight);
  const ptrdiff_t transposed[] = {weights.column, weights.row};
  const size_t last = out.dim() - 1;
  const ptrdiff_t addend_strides[] = {last == 0 ? 0 : bias_strides[last - 1], bias_strides[last]};
  const MatrixStack stack(input);
  for (size_t i = 0; i < stack.matrices; ++i) {
    MatrixPlace from = in_rows, to = out_rows, addend(nullptr, addend_strides);
    from.data += MatrixStack::offset(input, i);
    to.data += MatrixStack::offset(out, i);
    if (has_bias)
      addend.data = bias.mutable_data_ptr<char>() + MatrixStack::offset(out, i, bias_strides);
    multiply_matrices(to, from, {weights.data, transposed}, addend,
                      static_cast<SizesType>(stack.rows), weight.size(0), weight.size(1),
                      arithmetic, nullptr);
  }
}

} // namespace

#define LINEAR(name, code, type)                                                                   \
  ET_KERNEL(aten, linear.out, name, "v1/" #code ";|*",                                             \
            "linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    linear(context, args, kPlainProducts<type>);                                                   \
  }
ET_FORALL_NUMBER_DTYPES(LINEAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
