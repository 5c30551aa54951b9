// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that fold the elements along some dimensions into one. As with elementwise.h, the walk
// and the checks are shared by all dtypes.

#pragma once

#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// How far a fold is, beside the run of output elements.
struct FoldState {
  /// The elements that are folded into each output element: those of operand 1, `stride` bytes
  /// apart.
  size_t count;
  ptrdiff_t stride;
  /// Whether they are the last ones, so that the output is written; else the sum is kept, and the
  /// run has one output element.
  bool is_last;
  /// All elements that are folded into an output element.
  size_t total;
  const void *params;
  /// The sum so far, of any type; zero bytes before the first elements.
  alignas(16) char sum[16];
};

/// Folds for each output element of the run.
using FoldFunction = void (*)(const ElementRun &outputs, FoldState &state);

/// Takes a list of dimensions of `self` as a bit mask; None or an empty list means all of them.
uint32_t take_dims(Call &call, size_t index, const Tensor &self);

/// Folds `self` along the dimensions in `mask` into `out`, where they have size 1 if `keepdim` and
/// are missing otherwise. The call fails, having written nothing, when `out` cannot have such a
/// shape.
void fold_dims(Call &call, const Tensor &self, uint32_t mask, bool keepdim, const Tensor &out,
               FoldFunction fold, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
