// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::addmm.out: beta * self + alpha * (mat1 x mat2), where self is broadcast. If beta is 0, self
// is not read, so that a NaN in self does not reach the result. If alpha is 0, the product is not
// computed, so that a NaN in mat1 or mat2 does not reach the result. The kernel writes beta * self
// to the output, and then adds the product, so self may be the output.

#include "../common/matrix.h"
#include "../common/scalar_argument.h"
#include "multiply.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
void scale_addend(const Product<T> &product, const char *addend, const ptrdiff_t *strides,
                  ComputeType<T> factor) {
  for (size_t row = 0; row < product.rows; ++row) {
    const char *from = addend + static_cast<ptrdiff_t>(row) * strides[0];
    for (size_t column = 0; column < product.columns; ++column, from += strides[1])
      *product.out.at(row, column) =
          static_cast<T>(factor * static_cast<ComputeType<T>>(*reinterpret_cast<const T *>(from)));
  }
}

template <typename T> void addmm(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kSelf, kMat1, kMat2, kBeta, kAlpha, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.any_tensor(kSelf);
  ComputeType<T> beta = 1, alpha = 1;
  call.require(call.ok() && read_scalar<T>(call[kBeta], beta) &&
               read_scalar<T>(call[kAlpha], alpha));
  const auto [a, b, out] = take_matrices(call, kMat1, kOut, DtypeOf<T>::value);
  ptrdiff_t strides[2] = {0, 0};
  call.require(call.ok() && broadcast_addend(self, out, strides));
  if (!call.ok())
    return;
  const Product<T> product = {view_matrix<T>(a),
                              view_matrix<T>(b),
                              view_matrix<T>(out),
                              static_cast<size_t>(a.size(0)),
                              static_cast<size_t>(a.size(1)),
                              static_cast<size_t>(b.size(1)),
                              alpha,
                              beta != 0};
  if (beta != 0)
    scale_addend(product, self.const_data_ptr<char>(), strides, beta);
  if (alpha != 0)
    multiply_matrices(product);
  else if (beta == 0)
    fill_rows(product, T(0));
}

} // namespace

#define ADDMM(name, code, type)                                                                    \
  ET_KERNEL(aten, addmm.out, name, "v1/" #code ";|*",                                              \
            "addmm.out(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1, "  \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    addmm<type>(context, args);                                                                    \
  }
ET_FORALL_FLOAT_DTYPES(ADDMM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
