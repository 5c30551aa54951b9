// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of the scatter operators. They copy self, then each index replaces an element of the
// copy, or adds to it. The element has the position of the index, except along `dim`, where it is
// the index itself. If several indices select the same element, the last one wins.

#pragma once

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

/// The first arguments, self, dim and index, and the output, which has the dtype of self.
struct ScatterOperands {
  Tensor self;
  Tensor index;
  Tensor out;
  uint8_t dim;
};
ScatterOperands take_scatter_operands(Call &call, size_t out);

/// Takes args[3], whose elements belong to the indices; it must have the dtype of self.
Tensor take_scattered(Call &call, const ScatterOperands &operands);

/// The rest of the operator: copies self, and calls `run` for the selected elements of the output
/// and the elements at `from`, which has these byte strides per dimension of the index. Does
/// nothing for a call that has failed.
void scatter_elements(Call &call, const ScatterOperands &operands, char *from,
                      const ptrdiff_t *strides, ElementRunFunction run, const void *params);
void scatter_elements(Call &call, const ScatterOperands &operands, const Tensor &source,
                      ElementRunFunction run, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
