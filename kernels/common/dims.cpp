// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See dims.h.

#include "dims.h"

namespace et::kernels {

bool normalize_dim(int64_t dim, size_t rank, uint8_t &out) {
  int64_t limit = rank == 0 ? 1 : static_cast<int64_t>(rank);
  if (dim < 0)
    dim += limit;
  out = static_cast<uint8_t>(dim);
  return 0 <= dim && dim < limit;
}

bool mark_dim(int64_t dim, size_t rank, uint32_t &seen, uint8_t &out) {
  if (rank > kTensorDimensionLimit || !normalize_dim(dim, rank, out))
    return false;
  uint32_t bit = uint32_t(1) << out;
  if (seen & bit)
    return false;
  seen |= bit;
  return true;
}

} // namespace et::kernels
