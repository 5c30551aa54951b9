// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that fold the elements along some dimensions into one. As with elementwise.h, the walk
// and the checks are shared by all dtypes.

#pragma once

#include "et/kernel.h"
#include "walk.h"

namespace et::ET_KERNEL_LIBRARY {

/// How a dtype folds. The sum has 16 zero bytes at the start, aligned for any element.
struct Fold {
  /// Adds the run's elements of operand 1 to the sum at data[0] (whose stride is 0).
  ElementRunFunction accumulate;
  /// Writes what `count` elements came to.
  void (*finish)(void *out, const void *sum, size_t count, void *params);
  void *params;
};

/// Reads a list of dimensions of `self` as a bit mask; None or an empty list means all of them.
bool read_dims(const EValue &value, const Tensor &self, uint32_t &mask);

/// Folds `self` along the dimensions in `mask` into `out`, where they have size 1 if `keepdim` and
/// are missing otherwise. False, having written nothing, when it cannot have such a shape.
bool fold_dims(KernelRuntimeContext &context, const Tensor &self, uint32_t mask, bool keepdim,
               const Tensor &out, const Fold &fold);

} // namespace et::ET_KERNEL_LIBRARY
