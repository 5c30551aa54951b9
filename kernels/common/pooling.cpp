// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See pooling.h.

#include "pooling.h"

#include <algorithm>

namespace et::kernels {

void find_with_padding(const Window &window, int32_t position, Extent &extent) {
  const int32_t start = position * window.stride - window.padding;
  const int64_t end = std::min(int64_t(start) + window.kernel, int64_t(window.in) + window.padding);
  extent.first = std::max<int32_t>(start, 0);
  extent.last = static_cast<int32_t>(std::min(end, int64_t(window.in)));
  extent.counted = end - start;
}

void find_without_padding(const Window &window, int32_t position, Extent &extent) {
  find_with_padding(window, position, extent);
  extent.counted = extent.last - extent.first;
}

/// Whether every window meets the input; with a dilation larger than the input some may not.
static bool all_windows_meet(const Window &window) {
  for (int32_t o = 0; o < window.out; ++o) {
    const Taps taps = valid_taps(window, o);
    if (taps.first >= taps.last)
      return false;
  }
  return true;
}

bool take_max_pool(Call &call, ScalarType dtype, MaxPool &pool) {
  pool.self = call.tensor(0, dtype);
  pool.out = call.output(6, dtype);
  pool.indices = call.output(7, ScalarType::Long);
  // Because resizing the outputs would also resize an input that is the same tensor.
  call.require(call.ok() && !is_same(pool.out, pool.self) && !is_same(pool.indices, pool.self));
  SizesType sizes[4];
  take_pool_windows(call, pool.self, 1, true, pool.windows, sizes);
  if (!call.ok())
    return false;
  call.resize(pool.out, {sizes, pool.self.dim()});
  call.resize(pool.indices, {sizes, pool.self.dim()});
  if (!call.ok() || pool.out.numel() == 0)
    return false;
  return call.require(all_windows_meet(pool.windows[0]) && all_windows_meet(pool.windows[1]));
}

bool take_average_pool(Call &call, ScalarType dtype, AveragePool &pool) {
  pool.self = call.tensor(0, dtype);
  pool.out = call.output(7, dtype);
  SizesType sizes[4];
  take_pool_windows(call, pool.self, 1, false, pool.windows, sizes);
  pool.find = call.boolean(5) ? find_with_padding : find_without_padding;
  pool.divisor = 0;
  if (call.ok() && !call.is_none(6) && call.require(call[6].isInt())) {
    pool.divisor = call[6].toInt();
    call.require(pool.divisor != 0);
  }
  // Because resizing the output would also resize an input that is the same tensor.
  return call.require(call.ok() && !is_same(pool.out, pool.self)) &&
         call.resize(pool.out, {sizes, pool.self.dim()});
}

} // namespace et::kernels
