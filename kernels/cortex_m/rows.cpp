// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See rows.h. The matrix's offset adds the same to every product: itself times the row's sum.

#include "rows.h"

#include "dot.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void RowProduct::multiply(const int8_t *x, const int8_t *matrix, int8_t *out) const {
  uint32_t shared = 0;
  if (matrix_offset != 0) {
    for (size_t i = 0; i < depth; ++i)
      shared += static_cast<uint32_t>(x[i]) + offset;
    shared *= matrix_offset;
  }
  for (size_t row = 0; row < rows;) {
    size_t lanes = lanes_for(rows - row);
    uint32_t sums[kLanes];
    for (size_t i = 0; i < lanes; ++i)
      sums[i] = shared + (bias ? static_cast<uint32_t>(bias[row + i]) : 0);
    add_products(x, offset, depth, matrix, static_cast<ptrdiff_t>(depth), sums, lanes);
    output.store(sums, lanes, row, out + row);
    matrix += lanes * depth;
    row += lanes;
  }
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
