// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See window.h.

#include "window.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

void take_spatial_list(Call &call, size_t index, int32_t low, size_t count, int32_t *values) {
  const Span<const int64_t> list = call.list(index);
  bool ok = list.size() == 1 || list.size() == count;
  for (size_t i = 0; ok && i < count; ++i) {
    const int64_t item = list[list.size() == 1 ? 0 : i];
    ok = item >= low && item <= INT32_MAX;
    values[i] = static_cast<int32_t>(item);
  }
  call.require(ok);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
