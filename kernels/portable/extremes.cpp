// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See extremes.h. The functions are not inline, because inline functions are weak symbols. On
// bare-metal Arm, compilers make no tail calls to weak symbols, so each kernel would be larger.

#include "extremes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void extremes(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  static constexpr FoldForm kForm =
      FoldForm(4).with_dims(1).with_keepdim(2).with_out(3).with_rules(FoldForm::NonEmpty);
  fold(context, args, kForm, kernel);
}

void indices_of_extremes(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  static constexpr FoldForm kForm =
      FoldForm(4).with_dims(1).with_keepdim(2).with_second(3).with_rules(
          FoldForm::OneDim | FoldForm::MayBeNone | FoldForm::NonEmpty);
  fold(context, args, kForm, kernel);
}

void extremes_and_indices(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  static constexpr FoldForm kForm =
      FoldForm(5).with_dims(1).with_keepdim(2).with_out(3).with_second(4).with_rules(
          FoldForm::OneDim | FoldForm::NonEmpty);
  fold(context, args, kForm, kernel);
}

void extreme_of_all(KernelRuntimeContext &context, Args args, const FoldKernel &kernel) {
  static constexpr FoldForm kForm = FoldForm(2).with_out(1).with_rules(FoldForm::NonEmpty);
  fold(context, args, kForm, kernel);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
