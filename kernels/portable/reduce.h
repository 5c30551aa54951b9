// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that fold the elements along some dimensions into one. As with elementwise.h, the walk
// and the checks are shared by all dtypes.

#pragma once

#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// How a dtype folds. The sum has 16 zero bytes at the start, aligned for any element.
struct Fold {
  /// Adds the run's elements of operand 1 to the sum at data[0] (whose stride is 0).
  ElementRunFunction accumulate;
  /// Writes the result of `count` elements.
  void (*finish)(void *out, const void *sum, size_t count, void *params);
  void *params;
};

/// Takes a list of dimensions of `self` as a bit mask; None or an empty list means all of them.
uint32_t take_dims(Call &call, size_t index, const Tensor &self);

/// Folds `self` along the dimensions in `mask` into `out`, where they have size 1 if `keepdim` and
/// are missing otherwise. The call fails, having written nothing, when `out` cannot have such a
/// shape.
void fold_dims(Call &call, const Tensor &self, uint32_t mask, bool keepdim, const Tensor &out,
               const Fold &fold);

} // namespace et::kernels::ET_KERNEL_LIBRARY
