// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds (reduce.h) with a conversion. A fallback kernel converts elements to the compute type, and
// the function of this type folds the elements.

#pragma once

#include "../common/element.h"
#include "../common/reduce.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The fold function for each Wide type, in the enum's order; null if the operator does not support
/// the type.
using WideFolds = FoldFunction[kWideTypes];

/// A fold from self to `out`, of any dtypes. Elements are converted to the output's wide type and
/// folded, and the result is converted to the output's dtype.
struct MixedFold {
  ScalarType self;
  ScalarType out;
  ScalarType computed;
  /// Runs before an element is converted to an integer or Bool. Null if no such step is needed.
  ConvertFunction first;
  FoldFunction fold;
  const void *params;
  /// Stores operands 0 and 2 of `results` as element `at` of the outputs. If null, only operand 0
  /// is converted and stored.
  void (*store)(const MixedFold &mixed, const ElementRun &results, const ElementRun &outputs,
                ptrdiff_t at);
};
/// The function conversion(), or null. With null, the call fails if elements with fractions would
/// become integers, or if numbers would become Bool.
using Narrowing = Conversion (*)(ScalarType from, ScalarType to);
void mixed_fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
                const WideFolds &folds, Narrowing narrowing = nullptr);
/// mixed_fold in two steps, for operators whose further arguments become params.
struct MixedFoldTensors : MixedFold {
  Tensor in = {};
  FoldOutputs outs;
};
void take_mixed_fold(Call &call, const FoldForm &form, const WideFolds &folds, Narrowing narrowing,
                     MixedFoldTensors &tensors);
void mixed_fold(Call &call, const FoldForm &form, const MixedFoldTensors &tensors);

} // namespace et::kernels::ET_KERNEL_LIBRARY
