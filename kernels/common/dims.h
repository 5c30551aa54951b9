// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions as arguments. A negative dimension counts from the end; no list may name one twice.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Writes `dim`, in [-rank, rank), as an index in [0, rank); false if out of range. As in PyTorch,
/// a zero-dimensional tensor counts as one of rank 1.
bool normalize_dim(int64_t dim, size_t rank, uint8_t &out);

/// The same, and marks the dimension in the bit mask `seen`; false when it was already marked.
bool mark_dim(int64_t dim, size_t rank, uint32_t &seen, uint8_t &out);

} // namespace et::kernels
