// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::var.correction_out and var.out: the variance along some dimensions. The sum of squared
// distances from the mean is divided by the number of elements minus the correction (default 1). If
// this divisor is not positive, the variance is infinite, or NaN if the sum is 0. In var.out the
// correction is 1 if `unbiased` is true, else 0. The fallback serves floating point outputs whose
// dtype is not self's dtype.

#include "../common/promotion.h"
#include "variance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// The index of the argument `correction`, or of the argument `unbiased` in var.out.
constexpr size_t kCorrection = 2;
constexpr FoldForm kForm =
    FoldForm(5).with_dims(1).with_keepdim(3).with_out(4).with_rules(FoldForm::Twice);

void var_correction(KernelRuntimeContext &context, Args args, const VarianceKernel &kernel) {
  variance(context, args, kForm, kCorrection, kernel);
}

void var_unbiased(KernelRuntimeContext &context, Args args, const VarianceKernel &kernel) {
  Call call(context, args, kForm.count);
  call.boolean(kCorrection);
  if (call.ok())
    variance(context, args, kForm, kCorrection, kernel);
}

void mixed_var(Call &call) {
  MixedFoldTensors tensors;
  take_mixed_fold(call, kForm, kVarianceFolds, nullptr, tensors);
  if (!call.ok() || !call.require(number_kind(tensors.self) == NumberKind::Float))
    return;
  ScalarNumber correction;
  take_correction(call, kCorrection, tensors.computed, read_any, correction);
  tensors.params = &correction;
  mixed_fold(call, kForm, tensors);
}

} // namespace

#define CORRECTION_SCHEMA                                                                          \
  "var.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "                 \
  "bool keepdim=False, Tensor(a!) out) -> Tensor(a!)"
#define UNBIASED_SCHEMA                                                                            \
  "var.out(Tensor self, int[1]? dim, bool unbiased=True, bool keepdim=False, *, "                  \
  "Tensor(a!) out) -> Tensor(a!)"
#define VAR(name, code, type)                                                                      \
  ET_KERNEL(aten, var.correction_out, name, "v1/" #code ";|*", CORRECTION_SCHEMA) {                \
    var_correction(context, args, kVariance<type>);                                                \
  }                                                                                                \
  ET_KERNEL(aten, var.out, name, "v1/" #code ";|*", UNBIASED_SCHEMA) {                             \
    var_unbiased(context, args, kVariance<type>);                                                  \
  }
ET_FORALL_FLOAT_DTYPES(VAR)

ET_KERNEL(aten, var.correction_out, fallback, ET_KEY(Floats, Rest), CORRECTION_SCHEMA) {
  Call call(context, args, kForm.count);
  mixed_var(call);
}
ET_KERNEL(aten, var.out, fallback, ET_KEY(Floats, Rest), UNBIASED_SCHEMA) {
  Call call(context, args, kForm.count);
  call.boolean(kCorrection);
  mixed_var(call);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
