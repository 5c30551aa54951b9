// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "division.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

bool divide_integers(int64_t a, int64_t b, int64_t &quotient, int64_t &remainder) {
  if (b == 0 || (b == -1 && a == INT64_MIN))
    return false;
  quotient = a / b;
  remainder = a % b;
  if (remainder != 0 && (remainder < 0) != (b < 0)) {
    --quotient;
    remainder += b;
  }
  return true;
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
