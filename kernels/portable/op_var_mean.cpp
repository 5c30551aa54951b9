// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::var_mean.correction_out: the variance along some dimensions, as var.correction_out gives
// it, and the mean. The fallback serves outputs of another dtype, which get the results of self's.

#include "variance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm = {
    6, 1, 3, 0, 4, 5, FoldForm::Twice | FoldForm::SecondIsOwn | FoldForm::AsSelf};

void var_mean(KernelRuntimeContext &context, Args::Items items, size_t size,
              const VarianceKernel &kernel) {
  variance(context, items, size, kForm, 2, kernel);
}

} // namespace

#define VAR_MEAN_SCHEMA                                                                            \
  "var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "            \
  "bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))"
#define VAR_MEAN(name, code, type)                                                                 \
  ET_KERNEL(aten, var_mean.correction_out, name, "v1/" #code ";|*", VAR_MEAN_SCHEMA) {             \
    var_mean(context, args.items(), args.size(), kVariance<type>);                                 \
  }
ET_FORALL_FLOAT_DTYPES(VAR_MEAN)

ET_FALLBACK_KERNEL(aten, var_mean.correction_out, VAR_MEAN_SCHEMA) {
  Call call(context, args, kForm.count);
  mixed_variance(call, kForm, 2);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
