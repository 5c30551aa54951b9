// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::argmax.out: the index of the largest element along a dimension, which must not be empty, or
// among all elements. Of equal ones it is the first, and a NaN is larger than any number.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {
    4, 1, 2, 0, 0, 3, FoldForm::OneDim | FoldForm::MayBeNone | FoldForm::NonEmpty};

void argmax(KernelRuntimeContext &context, Args::Items items, size_t size,
            const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

} // namespace

#define ARGMAX(name, code, type)                                                                   \
  ET_KERNEL(aten, argmax.out, name, "v1/" #code ";|4;",                                            \
            "argmax.out(Tensor self, int? dim=None, bool keepdim=False, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    argmax(context, args.items(), args.size(), kExtreme<true, type>);                              \
  }
ET_FORALL_REAL_DTYPES(ARGMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
