// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move elements without looking at them: they work on the element size and so need
// no kernel per dtype.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// The tensors args[0] and args[out]: both have the same dtype, whose elements have a size
/// of their own, and the first one has memory.
struct CopyOperands {
  Tensor self;
  Tensor out;
};
CopyOperands take_copy_operands(Call &call, size_t out);

/// Gives `out` the shape of `self` and copies the elements, whatever the two dim orders are.
void copy_all(Call &call, const CopyOperands &operands);

/// The same with dimension dims[d] of `self` as dimension d of `out`. The call fails unless `dims`
/// names each dimension once.
void copy_permuted(Call &call, const CopyOperands &operands, Span<const int64_t> dims);

/// Gives `out` the shape `sizes` of as many elements as `self` has, and copies them in the order of
/// their indices. This is one copy where the two tensors lie in memory alike. Elsewhere (a view of
/// a channels-last tensor) it goes element by element, which takes less code than a walk and more
/// time.
void copy_as(Call &call, const CopyOperands &operands, Span<const SizesType> sizes);

} // namespace et::kernels
