// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mm.out: the product of two matrices of Float or Double, by the BLAS library that the build
// found, else by our own.

#include <algorithm>
#include <utility>

#include "../common/dtypes.h"
#include "../common/matrix.h"
#if defined(ET_OPTIMIZED_WITH_BLAS)
#include "blas_gemm.h"
#else
#include "gemm.h"
#endif

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void mm(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 3);
  const MatrixOperands operands = take_matrices(call, 0, 2, DtypeOf<T>::value);
  const Tensor &a = operands.a, &b = operands.b, &out = operands.out;
  if (!call.ok())
    return;
  size_t rows = static_cast<size_t>(a.size(0));
  size_t columns = static_cast<size_t>(b.size(1));
  const size_t terms = static_cast<size_t>(a.size(1));
  if (rows == 0 || columns == 0)
    return;
  if (terms == 0) {
    std::fill_n(out.mutable_data_ptr<T>(), rows * columns, T(0));
    return;
  }
  MatrixView<T> left = view_matrix<T>(a), right = view_matrix<T>(b), result = view_matrix<T>(out);
  // An output that is stored by columns, or is one, is the rows of the transposed product.
  if (result.column != 1 || columns == 1) {
    std::swap(left, right);
    std::swap(rows, columns);
    left = left.transposed();
    right = right.transposed();
    result = result.transposed();
  }
  multiply_matrices(left, right, result, rows, terms, columns);
}

} // namespace

#define MM(name, code, type)                                                                       \
  ET_KERNEL(aten, mm.out, name, "v1/" #code ";|*",                                                 \
            "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                 \
    mm<type>(context, args);                                                                       \
  }
MM(Float, 6, float)
MM(Double, 7, double)

} // namespace et::kernels::ET_KERNEL_LIBRARY
