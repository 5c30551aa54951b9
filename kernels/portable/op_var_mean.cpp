// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::var_mean.correction_out: the variance along some dimensions, as var.correction_out gives
// it, and the mean.

#include "variance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm =
    FoldForm(6).with_dims(1).with_keepdim(3).with_out(4).with_second(5).with_rules(
        FoldForm::Twice | FoldForm::SecondIsOwn);

void var_mean(KernelRuntimeContext &context, Args args, const VarianceKernel &kernel) {
  variance(context, args, kForm, 2, kernel);
}

} // namespace

#define VAR_MEAN(name, code, type)                                                                 \
  ET_KERNEL(aten, var_mean.correction_out, name, "v1/" #code ";|*",                                \
            "var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "  \
            "bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) "                               \
            "-> (Tensor(a!), Tensor(b!))") {                                                       \
    var_mean(context, args, kVariance<type>);                                                      \
  }
ET_FORALL_FLOAT_DTYPES(VAR_MEAN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
