// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the operators of scatter share: a copy of self, of which each index replaces an element, or
// adds to it, at its place but along `dim`, where the index says. Where several indices say the
// same, the last one counts.

#pragma once

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The arguments self, dim and index, which come first, and the output of self's dtype.
struct ScatterOperands {
  Tensor self;
  Tensor index;
  Tensor out;
  uint8_t dim;
};
ScatterOperands take_scatter_operands(Call &call, size_t out);

/// Takes args[3], of self's dtype, whose elements belong to the indices.
Tensor take_scattered(Call &call, const ScatterOperands &operands);

/// All that is left: copies self and calls `run` for elements of the output and elements that stand
/// at `from`, with such strides per dimension of the index. Does nothing for a call that has
/// failed.
void scatter_elements(Call &call, const ScatterOperands &operands, char *from,
                      const ptrdiff_t *strides, ElementRunFunction run, const void *params);
void scatter_elements(Call &call, const ScatterOperands &operands, const Tensor &source,
                      ElementRunFunction run, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
