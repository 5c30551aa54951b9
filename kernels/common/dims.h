// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions as arguments: they may count from the end, and a list must not name one twice.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// `dim` in [-rank, rank) as an index in [0, rank); a zero-dimensional tensor counts as one with
/// rank 1, as in PyTorch.
bool normalize_dim(int64_t dim, size_t rank, uint8_t &out);

/// The same, and marks it in the bit mask `seen`; false when it was marked already.
bool mark_dim(int64_t dim, size_t rank, uint32_t &seen, uint8_t &out);

} // namespace et::kernels
