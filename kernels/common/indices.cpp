// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See indices.h.

#include "indices.h"

namespace et::kernels {

void require_indices(Call &call, const Tensor &index, int32_t low, SizesType size) {
  if (!call.ok())
    return;
  const ScalarType type = index.scalar_type();
  const bool is_long = type == ScalarType::Long;
  if (!call.require((is_long || type == ScalarType::Int) && has_data(index)))
    return;
  // The high word of a Long must repeat the low word's sign bit. An Int has only one word.
  const size_t last = is_long ? 1 : 0;
  const int shift = is_long ? 31 : 0;
  const int32_t *at = index.const_data_ptr<int32_t>();
  const uint32_t count = static_cast<uint32_t>(size) - static_cast<uint32_t>(low);
  size_t left = index.numel();
  if (left == 0)
    return;
  do {
    const auto value = static_cast<uint32_t>(*at);
    if (value - static_cast<uint32_t>(low) >= count || at[last] != *at >> shift)
      return void(call.require(false));
    at += last + 1;
  } while (--left != 0);
}

} // namespace et::kernels
