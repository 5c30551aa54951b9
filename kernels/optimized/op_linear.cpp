// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::linear.out: multiplies the input by the transposed weight, and adds the bias if there is
// one. The input may have any rank, and the bias broadcasts to the output. If input and output are
// contiguous and all rows have the same bias, the kernel computes a single matrix product.
// Otherwise the kernel computes one product for each index of the outer dimensions.

#include "../common/dtypes.h"
#include "../common/matrix.h"
#include "../common/walk.h"
#include "multiply.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> MatrixView<T> rows_of(const Tensor &tensor) {
  if (tensor.dim() > 1)
    return view_matrix<T>(tensor);
  return {tensor.mutable_data_ptr<T>(), tensor.size(0), 1};
}

/// True if the tensor is contiguous, so that all its rows form one matrix.
bool is_one_matrix(const Tensor &tensor) {
  for (size_t d = 0; d < tensor.dim(); ++d)
    if (tensor.dim_order()[d] != d)
      return false;
  return true;
}

template <typename T> void write_bias(const Product<T> &product, const MatrixView<const T> &bias) {
  for (size_t row = 0; row < product.rows; ++row)
    for (size_t column = 0; column < product.columns; ++column)
      *product.out.at(row, column) = *bias.at(row, column);
}

template <typename T> void linear(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 4);
  const auto [input, weight, bias, out, has_bias, bias_strides] =
      take_linear(call, DtypeOf<T>::value);
  if (!call.ok())
    return;
  MatrixStack stack(input);
  if (is_one_matrix(input) && is_one_matrix(out) && !(has_bias && bias.dim() > 1))
    stack.rows *= std::exchange(stack.matrices, 1);
  Product<T> product = {
      rows_of<T>(input), view_matrix<T>(weight).transposed(), rows_of<T>(out),
      stack.rows,        static_cast<size_t>(weight.size(1)), static_cast<size_t>(weight.size(0))};
  product.adds = has_bias;
  const size_t last = out.dim() - 1;
  constexpr auto size = static_cast<ptrdiff_t>(sizeof(T));
  for (size_t i = 0; i < stack.matrices; ++i) {
    Product<T> one = product;
    if (stack.matrices != 1) {
      one.a.data += MatrixStack::offset(input, i) / size;
      one.out.data += MatrixStack::offset(out, i) / size;
    }
    if (has_bias)
      write_bias<T>(
          one,
          {bias.template const_data_ptr<T>() + MatrixStack::offset(out, i, bias_strides) / size,
           last == 0 ? 0 : bias_strides[last - 1] / size, bias_strides[last] / size});
    multiply_matrices(one);
  }
}

} // namespace

#define LINEAR(name, code, type)                                                                   \
  ET_KERNEL(aten, linear.out, name, "v1/" #code ";|*",                                             \
            "linear.out(Tensor input, Tensor weight, Tensor? bias=None, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    linear<type>(context, args);                                                                   \
  }
ET_FORALL_FLOAT_DTYPES(LINEAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
