// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mm.out: the product of two matrices. Sums of integers wrap around; Half and BFloat16 are
// summed in Float.

#include "matrix_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void mm(KernelRuntimeContext &context, Args args, const ProductArithmetic &arithmetic) {
  enum Arguments : size_t { kSelf, kMat2, kOut, kCount };
  Call call(context, args, kCount);
  matrix_product(call, kSelf, kOut, nullptr, arithmetic);
}

} // namespace

#define MM(name, code, type)                                                                       \
  ET_KERNEL(aten, mm.out, name, "v1/" #code ";|*",                                                 \
            "mm.out(Tensor self, Tensor mat2, *, Tensor(a!) out) -> Tensor(a!)") {                 \
    mm(context, args, kPlainProducts<type>);                                                       \
  }
ET_FORALL_NUMBER_DTYPES(MM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
