// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max.dim_max: the largest element along a dimension, which must not be empty, and its index;
// of equal ones it is the first, and a NaN is larger than any number. max.unary_out: the largest
// of all elements, of which there must be one.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {5, 1, 2, 0, 3, 4, FoldForm::OneDim | FoldForm::NonEmpty};
constexpr FoldForm kAllForm = {2, 0, 0, 0, 1, 0, FoldForm::NonEmpty};

void max(KernelRuntimeContext &context, Args::Items items, size_t size, const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

void max_of_all(KernelRuntimeContext &context, Args::Items items, size_t size,
                const FoldKernel &kernel) {
  fold(context, items, size, kAllForm, kernel);
}

} // namespace

#define ALL_SCHEMA "max.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define MAX(name, code, type)                                                                      \
  ET_KERNEL(aten, max.dim_max, name, "v1/" #code ";|" #code ";|4;",                                \
            "max.dim_max(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) max, "            \
            "Tensor(b!) max_values) -> (Tensor(a!) values, Tensor(b!) indices)") {                 \
    max(context, args.items(), args.size(), kExtreme<true, type>);                                 \
  }                                                                                                \
  ET_KERNEL(aten, max.unary_out, name, "v1/" #code ";|*", ALL_SCHEMA) {                            \
    max_of_all(context, args.items(), args.size(), kExtreme<true, type>);                          \
  }
ET_FORALL_REAL_DTYPES(MAX)
ET_FORALL_BOOL_DTYPE(MAX)

ET_FALLBACK_KERNEL(aten, max.unary_out, ALL_SCHEMA) {
  Call call(context, args, 2);
  extreme_of_all(call, kExtremeFolds<true>);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
