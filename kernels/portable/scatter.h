// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared code of the scatter operators, which copy self and change elements of the copy. Each index
// selects one element; the operator replaces this element or adds a number to it. The index is the
// element's coordinate along `dim`. All other coordinates of the element are the coordinates of the
// index in the index tensor. If several indices replace the same element, the last index wins.

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

/// Takes args[3], a tensor with an element for each index. The tensor must have the dtype of self.
Tensor take_scattered(Call &call, const ScatterOperands &operands);

/// Copies self, and calls `run` with the selected elements of the output and the elements at
/// `from`, one for each index. `strides` are the byte strides of `from` along the dimensions of the
/// index. Does nothing if the call has failed. The second function takes the elements of `source`
/// instead of `from`.
void scatter_elements(Call &call, const ScatterOperands &operands, char *from,
                      const ptrdiff_t *strides, ElementRunFunction run, const void *params);
void scatter_elements(Call &call, const ScatterOperands &operands, const Tensor &source,
                      ElementRunFunction run, const void *params);

} // namespace et::kernels::ET_KERNEL_LIBRARY
