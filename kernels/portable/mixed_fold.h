// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For fallback kernels of sums and other folds (reduce.h). Input and output may differ in dtype.

#pragma once

#include "../common/element.h"
#include "../common/reduce.h"
#include "convert.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The fold function for each Wide type (element.h), in the enum's order. Null if the operator does
/// not support the type.
using WideFolds = FoldFunction[kWideTypes];

/// A fold of elements of dtype `self` to a result of dtype `out`. Elements are converted to
/// `computed`, the wide type of `out`. `fold` folds these elements, and the result is converted to
/// `out`.
struct MixedFold {
  ScalarType self;
  ScalarType out;
  ScalarType computed;
  /// If `first` is null, load_elements() converts the elements from `self` to `computed`. Otherwise
  /// load_elements() only widens the elements. `first` then converts them to an integer or Bool,
  /// like Conversion::first in convert.h.
  ConvertFunction first;
  FoldFunction fold;
  const void *params;
  /// Stores operands 0 and 2 of `results` as element `at` of the two outputs. Null if the operator
  /// has one output.
  void (*store)(const MixedFold &mixed, const ElementRun &results, const ElementRun &outputs,
                ptrdiff_t at);
};
/// The function conversion() of convert.h, or null. With null, the call fails if a
/// floating-point dtype would be converted to an integer dtype, or a number dtype to Bool.
/// Operators that never need conversion() pass null, so that their images do not contain
/// conversion().
using Narrowing = Conversion (*)(ScalarType from, ScalarType to);
void mixed_fold(KernelRuntimeContext &context, Args args, const FoldForm &form,
                const WideFolds &folds, Narrowing narrowing = nullptr);
/// An operator with `params` calls take_mixed_fold(), sets tensors.params, and calls mixed_fold().
struct MixedFoldTensors : MixedFold {
  Tensor in = {};
  FoldOutputs outs;
};
void take_mixed_fold(Call &call, const FoldForm &form, const WideFolds &folds, Narrowing narrowing,
                     MixedFoldTensors &tensors);
void mixed_fold(Call &call, const FoldForm &form, const MixedFoldTensors &tensors);

} // namespace et::kernels::ET_KERNEL_LIBRARY
