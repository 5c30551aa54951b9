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

/// Returns false if a window has no tap inside of the input. This can happen with a large dilation.
static bool all_windows_meet(const Window &window) {
  for (int32_t o = 0; o < window.out; ++o) {
    const Taps taps = valid_taps(window, o);
    if (taps.first >= taps.last)
      return false;
  }
  return true;
}

bool take_max_pool(Call &call, ScalarType dtype, MaxPool &pool) {
  enum Arguments : size_t { kSelf, kKernelSize, kOut = 6, kIndices };
  pool.self = call.tensor(kSelf, dtype);
  pool.out = call.output(kOut, dtype);
  pool.indices = call.output(kIndices, ScalarType::Long);
  call.require(call.ok() && !is_same(pool.out, pool.self) && !is_same(pool.indices, pool.self));
  SizesType sizes[4];
  take_pool_windows(call, pool.self, kKernelSize, true, pool.windows, sizes);
  if (!call.ok())
    return false;
  call.resize(pool.out, {sizes, pool.self.dim()});
  call.resize(pool.indices, {sizes, pool.self.dim()});
  if (!call.ok() || pool.out.numel() == 0)
    return false;
  return call.require(all_windows_meet(pool.windows[0]) && all_windows_meet(pool.windows[1]));
}

bool take_average_pool(Call &call, ScalarType dtype, AveragePool &pool) {
  enum Arguments : size_t { kSelf, kKernelSize, kCountIncludePad = 5, kDivisorOverride, kOut };
  pool.self = call.tensor(kSelf, dtype);
  pool.out = call.output(kOut, dtype);
  SizesType sizes[4];
  take_pool_windows(call, pool.self, kKernelSize, false, pool.windows, sizes);
  pool.find = call.boolean(kCountIncludePad) ? find_with_padding : find_without_padding;
  pool.divisor = 0;
  if (call.ok() && !call.is_none(kDivisorOverride) &&
      call.require(call[kDivisorOverride].isInt())) {
    pool.divisor = call[kDivisorOverride].toInt();
    call.require(pool.divisor != 0);
  }
  return call.require(call.ok() && !is_same(pool.out, pool.self)) &&
         call.resize(pool.out, {sizes, pool.self.dim()});
}

} // namespace et::kernels
