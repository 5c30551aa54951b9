// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::amax.out: the largest element along some dimensions, of which none may be empty; NaN where
// there is one.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {4, 1, 2, 0, 3, 0, FoldForm::NonEmpty};

void amax(KernelRuntimeContext &context, Args::Items items, size_t size, const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

} // namespace

#define AMAX(name, code, type)                                                                     \
  ET_KERNEL(aten, amax.out, name, "v1/" #code ";|*",                                               \
            "amax.out(Tensor self, int[1] dim=[], bool keepdim=False, *, Tensor(a!) out) "         \
            "-> Tensor(a!)") {                                                                     \
    amax(context, args.items(), args.size(), kExtreme<true, type>);                                \
  }
ET_FORALL_REAL_DTYPES(AMAX)
ET_FORALL_BOOL_DTYPE(AMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
