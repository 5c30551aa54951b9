// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See spatial.h.

#include "spatial.h"

#include <algorithm>

#include "walk.h"

namespace et::kernels {

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

/// Computes window.out. Returns false if the padding is too large, or if no window fits. With
/// `ceil_mode`, the last window may extend beyond the trailing padding, but may not start there.
static bool find_pool_size(Window &window, bool ceil_mode) {
  int32_t reach, padded;
  if (window.in < 1 || window.padding > window.kernel / 2 || !window.reach(reach) ||
      __builtin_mul_overflow(window.padding, 2, &padded) ||
      __builtin_add_overflow(padded, window.in, &padded))
    return false;
  int32_t room = padded - 1 - reach;
  if (ceil_mode && __builtin_add_overflow(room, window.stride - 1, &room))
    return false;
  if (room < 0)
    return false;
  window.out = room / window.stride + 1;
  if (ceil_mode && (window.out - 1) * window.stride >= window.in + window.padding)
    --window.out;
  return window.out > 0;
}

void take_pool_windows(Call &call, const Tensor &self, size_t first, bool has_dilation,
                       Window *windows, SizesType *sizes) {
  const size_t rank = call.ok() ? self.dim() : 0;
  if (!call.require((rank == 3 || rank == 4) && self.size(rank - 3) >= 1))
    return;
  enum : size_t { kKernel, kStride, kPadding, kDilation }; // relative to `first`
  int32_t kernel[2], stride[2], padding[2], dilation[2] = {1, 1};
  take_spatial_list(call, first + kKernel, 1, 2, kernel);
  take_spatial_list(call, call.list(first + kStride).empty() ? first + kKernel : first + kStride, 1,
                    2, stride);
  take_spatial_list(call, first + kPadding, 0, 2, padding);
  if (has_dilation)
    take_spatial_list(call, first + kDilation, 1, 2, dilation);
  const bool ceil_mode = call.boolean(first + kDilation + has_dilation);
  SizesType *end = std::copy(self.sizes().begin(), self.sizes().end(), sizes) - 2;
  for (size_t i = 0; call.ok() && i < 2; ++i) {
    windows[i] = {self.size(rank - 2 + i), 0, kernel[i], stride[i], padding[i], dilation[i]};
    call.require(find_pool_size(windows[i], ceil_mode));
    end[i] = windows[i].out;
  }
}

Planes::Planes(const Tensor &tensor)
    : data(tensor.mutable_data_ptr<char>()), sizes{1, 1, 1, 1}, strides() {
  const size_t missing = 4 - tensor.dim();
  for (size_t d = 0; d < tensor.dim(); ++d) {
    sizes[d + missing] = tensor.size(d);
    strides[d + missing] = byte_stride(tensor, d);
  }
}

} // namespace et::kernels
