// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of the scatter operators, which copy self and change elements of the copy. Each index
// selects an element, which is replaced, or to which a number is added. The index is the element's
// coordinate along `dim`; all other coordinates are the position of the index in its tensor. If
// several indices replace the same element, the last one wins.

#pragma once

#include "indexed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

struct ScatterOperands {
  Tensor self;
  Tensor index;
  Tensor out;
  uint8_t dim;
};
ScatterOperands take_scatter_operands(Call &call, size_t out);

/// Takes args[3], which has an element for each index. It must have the dtype of self.
Tensor take_scattered(Call &call, const ScatterOperands &operands);

/// Copies self, and calls `run` for the selected elements of the output together with the elements
/// at `from`. `strides` are the byte strides of `from` along the dimensions of the index. Does
/// nothing for a call that has failed.
void scatter_elements(Call &call, const ScatterOperands &operands, char *from,
                      const ptrdiff_t *strides, ElementRunFunction run, const void *params);
void scatter_elements(Call &call, const ScatterOperands &operands, const Tensor &source,
                      ElementRunFunction run, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
