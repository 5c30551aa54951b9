// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::var_mean.correction_out: the variance (as in op_var.cpp) and the mean along some
// dimensions. The fallback serves outputs whose dtype is not self's dtype. The fallback first
// rounds the results to self's dtype, and then converts them to the outputs' dtype.

#include "../common/promotion.h"
#include "variance.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr FoldForm kForm =
    FoldForm(6).with_dims(1).with_keepdim(3).with_out(4).with_second(5).with_rules(
        FoldForm::Twice | FoldForm::SecondIsOwn);

void var_mean(KernelRuntimeContext &context, Args args, const VarianceKernel &kernel) {
  variance(context, args, kForm, 2, kernel);
}

void store_both(const MixedFold &mixed, const ElementRun &results, const ElementRun &outputs,
                ptrdiff_t at) {
  for (size_t operand = 0; operand <= 2; operand += 2) {
    const WideElements result = {results.data[operand], 0, 1};
    round_elements(mixed.self, result);
    store_elements(mixed.out, mixed.computed, outputs.data[operand] + at * outputs.strides[operand],
                   0, result);
  }
}

} // namespace

#define VAR_MEAN_SCHEMA                                                                            \
  "var_mean.correction_out(Tensor self, int[1]? dim=None, *, Scalar? correction=None, "            \
  "bool keepdim=False, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))"
#define VAR_MEAN(name, code, type)                                                                 \
  ET_KERNEL(aten, var_mean.correction_out, name, "v1/" #code ";|*", VAR_MEAN_SCHEMA) {             \
    var_mean(context, args, kVariance<type>);                                                      \
  }
ET_FORALL_FLOAT_DTYPES(VAR_MEAN)

ET_KERNEL(aten, var_mean.correction_out, fallback, ET_KEY(Floats, FloatsAndComplex, Rest),
          VAR_MEAN_SCHEMA) {
  enum Arguments : size_t { kSelf, kDim, kCorrection, kKeepdim, kOut0, kOut1 };
  Call call(context, args, kForm.count);
  MixedFoldTensors tensors;
  tensors.in = call.any_tensor(kSelf);
  tensors.outs[0] = call.any_tensor(kOut0);
  tensors.outs[1] = call.any_tensor(kOut1);
  if (!call.ok())
    return;
  const ScalarType self = tensors.in.scalar_type(), out = tensors.outs[0].scalar_type();
  const Wide wide = wide_type(self);
  if (!call.require(number_kind(self) == NumberKind::Float && can_cast(self, out) &&
                    tensors.outs[1].scalar_type() == out))
    return;
  ScalarNumber correction;
  static_cast<MixedFold &>(tensors) = {
      self,        out,       wide_dtype(wide), nullptr, kVarianceFolds[static_cast<size_t>(wide)],
      &correction, store_both};
  take_correction(call, kCorrection, tensors.computed, read_any, correction);
  mixed_fold(call, kForm, tensors);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
