// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dot.h.

#include "dot.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void add_products(const int8_t *x, uint32_t offset, size_t count, const int8_t *weights,
                  ptrdiff_t row, uint32_t *sums, size_t lanes) {
  const int8_t *end = x + count;
  uint32_t sum0 = sums[0];
  if (lanes == 1) {
    while (x != end)
      sum0 += (static_cast<uint32_t>(*x++) + offset) * static_cast<uint32_t>(*weights++);
  } else {
    uint32_t sum1 = sums[1], sum2 = sums[2], sum3 = sums[3];
    const int8_t *weights1 = weights + row;
    const int8_t *weights2 = weights1 + row;
    const int8_t *weights3 = weights2 + row;
    while (x != end) {
      uint32_t value = static_cast<uint32_t>(*x++) + offset;
      sum0 += value * static_cast<uint32_t>(*weights++);
      sum1 += value * static_cast<uint32_t>(*weights1++);
      sum2 += value * static_cast<uint32_t>(*weights2++);
      sum3 += value * static_cast<uint32_t>(*weights3++);
    }
    sums[1] = sum1;
    sums[2] = sum2;
    sums[3] = sum3;
  }
  sums[0] = sum0;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
