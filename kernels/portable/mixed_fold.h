// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds (reduce.h) with a conversion. A fallback kernel converts elements to the compute type, and
// the function of that type folds them.

#pragma once

#include "../common/element.h"
#include "../common/reduce.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The fold function for each Wide type, in the enum's order; null where the operator does not
/// support that type.
using WideFolds = FoldFunction[kWideTypes];

/// The operator with self and `out` of any dtypes. Elements are converted, folded in the output's
/// wide type, and the result is converted to the output.
struct MixedFold {
  ScalarType self;
  ScalarType out;
  ScalarType computed;
  /// Converts elements that become integers or Bool first; null if not needed.
  ConvertFunction first;
  FoldFunction fold;
  const void *params;
  /// Stores operands 0 and 2 of `results` as element `at` of the outputs. Null: convert operand 0
  /// only.
  void (*store)(const MixedFold &mixed, const ElementRun &results, const ElementRun &outputs,
                ptrdiff_t at);
};
/// `conversion`; null makes the call fail if fractions would become integers, or numbers Bool.
using Narrowing = Conversion (*)(ScalarType from, ScalarType to);
void mixed_fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
                const WideFolds &folds, Narrowing narrowing = nullptr);
/// The two steps of mixed_fold, for operators with further arguments that become params.
struct MixedFoldTensors : MixedFold {
  Tensor in = {};
  FoldOutputs outs;
};
void take_mixed_fold(Call &call, const FoldForm &form, const WideFolds &folds, Narrowing narrowing,
                     MixedFoldTensors &tensors);
void mixed_fold(Call &call, const FoldForm &form, const MixedFoldTensors &tensors);

} // namespace et::kernels::ET_KERNEL_LIBRARY
