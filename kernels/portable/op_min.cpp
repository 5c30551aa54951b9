// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::min.dim_min: the smallest element along a dimension, which must not be empty, and its
// index; of equal ones it is the first, and a NaN is smaller than any number. min.unary_out: the
// smallest of all elements, of which there must be one.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {5, 1, 2, 0, 3, 4, FoldForm::OneDim | FoldForm::NonEmpty};
constexpr FoldForm kAllForm = {2, 0, 0, 0, 1, 0, FoldForm::NonEmpty};

void min(KernelRuntimeContext &context, Args::Items items, size_t size, const FoldKernel &kernel) {
  fold(context, items, size, kForm, kernel);
}

void min_of_all(KernelRuntimeContext &context, Args::Items items, size_t size,
                const FoldKernel &kernel) {
  fold(context, items, size, kAllForm, kernel);
}

} // namespace

#define ALL_SCHEMA "min.unary_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define MIN(name, code, type)                                                                      \
  ET_KERNEL(aten, min.dim_min, name, "v1/" #code ";|" #code ";|4;",                                \
            "min.dim_min(Tensor self, int dim, bool keepdim=False, *, Tensor(a!) min, "            \
            "Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices)") {                \
    min(context, args.items(), args.size(), kExtreme<false, type>);                                \
  }                                                                                                \
  ET_KERNEL(aten, min.unary_out, name, "v1/" #code ";|*", ALL_SCHEMA) {                            \
    min_of_all(context, args.items(), args.size(), kExtreme<false, type>);                         \
  }
ET_FORALL_REAL_DTYPES(MIN)
ET_FORALL_BOOL_DTYPE(MIN)

ET_FALLBACK_KERNEL(aten, min.unary_out, ALL_SCHEMA) {
  Call call(context, args, 2);
  extreme_of_all(call, kExtremeFolds<false>);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
