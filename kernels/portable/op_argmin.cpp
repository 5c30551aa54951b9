// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::argmin.out: the index of the smallest element along a dimension, which must not be empty,
// or among all elements. Of equal ones it is the first, and a NaN is smaller than any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {
    4, 1, 2, 0, 0, 3, FoldForm::OneDim | FoldForm::MayBeNone | FoldForm::NonEmpty};

void argmin(KernelRuntimeContext &context, Args::Items items, size_t size,
            const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

} // namespace

#define ARGMIN(name, code, type)                                                                   \
  ET_KERNEL(aten, argmin.out, name, "v1/" #code ";|4;",                                            \
            "argmin.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    argmin(context, args.items(), args.size(), kExtreme<false, type>);                             \
  }
ET_FORALL_REAL_DTYPES(ARGMIN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
