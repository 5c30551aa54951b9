// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds (reduce.h) with a conversion. A fallback kernel converts elements into the type that is
// computed in and has that type's function fold them.

#pragma once

#include "../common/element.h"
#include "../common/reduce.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// For each type of Wide, in its order, the function for elements of it; null where the operator
/// computes nothing.
using WideFolds = FoldFunction[kWideTypes];

/// The operator with self and `out` of any dtypes: elements are converted, computed in the output's
/// wide type, and the result converted to the output.
struct MixedFold {
  ScalarType self;
  ScalarType out;
  ScalarType computed;
  /// For elements that become integers or Bool first; null where they need not.
  ConvertFunction first;
  FoldFunction fold;
  const void *params;
  /// Stores operands 0 and 2 of `results` as element `at` of the outputs, where that is not but to
  /// convert the first.
  void (*store)(const MixedFold &mixed, const ElementRun &results, const ElementRun &outputs,
                ptrdiff_t at);
};
/// `conversion`, or null: the call fails where fractions would become integers, or numbers Bool.
using Narrowing = Conversion (*)(ScalarType from, ScalarType to);
void mixed_fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
                const WideFolds &folds, Narrowing narrowing = nullptr);
/// Its parts, for operators with further arguments, which become params of the fold.
struct MixedFoldTensors : MixedFold {
  Tensor in = {};
  FoldOutputs outs;
};
void take_mixed_fold(Call &call, const FoldForm &form, const WideFolds &folds, Narrowing narrowing,
                     MixedFoldTensors &tensors);
void mixed_fold(Call &call, const FoldForm &form, const MixedFoldTensors &tensors);

} // namespace et::kernels::ET_KERNEL_LIBRARY
