// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads tensors of indices, which are Int or Long. All indices are checked before a kernel writes
// anything. Writing can change the indices, because a program's memory plan may let the output
// overlap the index tensor. Therefore loops check each index again. The loops use only the low
// 32 bits, which hold every valid index. An index that has become too large counts as 0, so that no
// access leaves the tensor.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// The call fails if an index is not in [low, size).
void require_indices(Call &call, const Tensor &index, int32_t low, SizesType size);

/// Converts an index to an offset in bytes. A negative index counts from the end.
inline ptrdiff_t index_offset(const char *index, SizesType size, ptrdiff_t stride) {
  const auto count = static_cast<uint32_t>(size);
  uint32_t at = *reinterpret_cast<const uint32_t *>(index);
  if (at >= count) {
    at += count;
    if (at >= count)
      at = 0;
  }
  return static_cast<ptrdiff_t>(at) * stride;
}

} // namespace et::kernels
