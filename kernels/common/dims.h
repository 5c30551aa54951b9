// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks dimensions that are arguments of a call. A negative dimension counts from the end.

#pragma once

#include "et/kernel.h"

namespace et::kernels {

/// Converts `dim`, in [-rank, rank), to an index `out` in [0, rank). Returns false if `dim` is out
/// of range. As in PyTorch, rank 0 counts as rank 1.
bool normalize_dim(int64_t dim, size_t rank, uint8_t &out);

/// Like normalize_dim, but also sets bit `out` of `seen`, and fails if the bit was set before.
bool mark_dim(int64_t dim, size_t rank, uint32_t &seen, uint8_t &out);

} // namespace et::kernels
