// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mm.out: the product of two matrices.

#include "../common/dtypes.h"
#include "../common/matrix.h"
#include "multiply.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void mm(KernelRuntimeContext &context, Args args) {
  enum Arguments : size_t { kSelf, kMat2, kOut, kCount };
  Call call(context, args, kCount);
  const auto [a, b, out] = take_matrices(call, kSelf, kOut, DtypeOf<T>::value);
  if (call.ok())
    multiply_matrices<T>({view_matrix<T>(a), view_matrix<T>(b), view_matrix<T>(out),
                          static_cast<size_t>(a.size(0)), static_cast<size_t>(a.size(1)),
                          static_cast<size_t>(b.size(1))});
}

} // namespace

#define MM(name, code, type)                                                                       \
  ET_KERNEL(aten, mm.out, name, "v1/" #code ";|*",                                                 \
            "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                 \
    mm<type>(context, args);                                                                       \
  }
ET_FORALL_FLOAT_DTYPES(MM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
