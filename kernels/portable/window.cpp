// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See window.h.

#include "window.h"

namespace et::ET_KERNEL_LIBRARY {

bool read_spatial_list(const EValue &value, int32_t low, size_t count, int32_t *values) {
  if (!value.isIntList())
    return false;
  Span<const int64_t> list = value.toIntList();
  if (list.size() != 1 && list.size() != count)
    return false;
  for (size_t i = 0; i < count; ++i) {
    int64_t item = list[list.size() == 1 ? 0 : i];
    if (item < low || item > INT32_MAX)
      return false;
    values[i] = static_cast<int32_t>(item);
  }
  return true;
}

} // namespace et::ET_KERNEL_LIBRARY
