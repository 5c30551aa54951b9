// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bmm.out: multiplies each matrix of one batch by the matrix at the same index of the other
// batch. The batches do not broadcast.

#include "../common/dtypes.h"
#include "../common/matrix.h"
#include "multiply.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void bmm(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 3);
  const auto [a, b, out] = take_matrix_batches(call, DtypeOf<T>::value);
  if (!call.ok())
    return;
  multiply_matrices<T>(
      {view_matrix<T>(a), view_matrix<T>(b), view_matrix<T>(out), static_cast<size_t>(a.size(1)),
       static_cast<size_t>(a.size(2)), static_cast<size_t>(b.size(2))},
      static_cast<size_t>(a.size(0)), {a.strides()[0], b.strides()[0], out.strides()[0]});
}

} // namespace

#define BMM(name, code, type)                                                                      \
  ET_KERNEL(aten, bmm.out, name, "v1/" #code ";|*",                                                \
            "bmm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                \
    bmm<type>(context, args);                                                                      \
  }
ET_FORALL_FLOAT_DTYPES(BMM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
