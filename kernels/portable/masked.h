// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For operators with a mask: a walk over a tensor and a Bool mask, both broadcast to one shape. The
// walk goes in index order, even if the elements have another order in memory.

#pragma once

#include "../common/typed_arguments.h"
#include "../common/walk.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

class MaskedWalk {
public:
  /// The call fails if `self` and `mask` do not broadcast.
  MaskedWalk(Call &call, const Tensor &self, const Tensor &mask);

  Span<const SizesType> sizes() const { return {sizes_, dim_}; }
  /// Returns the number of true elements, after the mask was broadcast to sizes().
  size_t count();

  /// Operand 0 is `out` (or null), operand 1 `self`, operand 2 `mask`.
  void for_each_run(const Tensor *out, ElementRunFunction run, const void *params);

private:
  Tensor self_;
  Tensor mask_;
  SizesType sizes_[kTensorDimensionLimit];
  size_t dim_ = 0;
};

} // namespace et::kernels::ET_KERNEL_LIBRARY
