// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::amin.out: the smallest element along some dimensions, of which none may be empty; NaN where
// there is one.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {4, 1, 2, 0, 3, 0, FoldForm::NonEmpty};

void amin(KernelRuntimeContext &context, Args::Items items, size_t size, const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

} // namespace

#define AMIN(name, code, type)                                                                     \
  ET_KERNEL(aten, amin.out, name, "v1/" #code ";|*",                                               \
            "amin.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) "         \
            "-> Tensor(a!)") {                                                                     \
    amin(context, args.items(), args.size(), kExtreme<false, type>);                               \
  }
ET_FORALL_REAL_DTYPES(AMIN)
ET_FORALL_BOOL_DTYPE(AMIN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
