// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of indices, which are Int or Long. All are checked before anything is written. They are
// used by their low 32 bits, and those that a program has overwritten meanwhile, as its memory plan
// may have it, count as 0: no call reaches beside a tensor.

#pragma once

#include "typed_arguments.h"

namespace et::kernels {

/// The call fails unless the tensor is one of indices in [low, size).
void require_indices(Call &call, const Tensor &index, int32_t low, SizesType size);

/// Where an index leads to, in bytes; one that is negative counts from the end.
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
