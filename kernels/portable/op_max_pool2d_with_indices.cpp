// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices.out: the largest element of each window, and where in its plane it
// stood: row * width + column. Padding never counts. A NaN counts as largest; of several, the last.
// A dtype brings its comparison only.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/typed_arguments.h"
#include "../common/walk.h"
#include "window.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

using ExceedsFunction = bool (*)(const char *value, const char *largest);

template <typename T> bool exceeds(const char *value, const char *largest) {
  const T v = *reinterpret_cast<const T *>(value);
  const T l = *reinterpret_cast<const T *>(largest);
  if constexpr (!std::is_integral_v<T>)
    if (v != v) // NaN is the largest. NOLINT(misc-redundant-expression)
      return true;
  return v > l;
}

/// A tensor's data and byte strides as [batch, channels, rows, columns].
struct Planes {
  char *data;
  ptrdiff_t strides[4];

  explicit Planes(const Tensor &tensor) : data(tensor.mutable_data_ptr<char>()), strides() {
    size_t missing = 4 - tensor.dim();
    for (size_t d = 0; d < tensor.dim(); ++d)
      strides[d + missing] = byte_stride(tensor, d);
  }
  char *at(SizesType n, SizesType c, int32_t row, int32_t column) const {
    return data + n * strides[0] + c * strides[1] + row * strides[2] + column * strides[3];
  }
};

/// Computes the output's size along one dimension. With `ceil_mode` a last window may stick out at
/// the end, but must start inside of the input or its leading padding.
bool find_output_size(Window &window, bool ceil_mode) {
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

/// The taps [first, last) of output position `o` that meet the input; tap k is at
/// start + k * dilation.
void valid_taps(const Window &window, int32_t o, int32_t &start, int32_t &first, int32_t &last) {
  start = o * window.stride - window.padding;
  first = start < 0 ? (-start - 1) / window.dilation + 1 : 0;
  last = (window.in - 1 - start) / window.dilation + 1;
  if (last > window.kernel)
    last = window.kernel;
}

/// Whether every window meets the input: a dilation can be larger than the input.
bool all_windows_meet(const Window &window) {
  for (int32_t o = 0; o < window.out; ++o) {
    int32_t start, first, last;
    valid_taps(window, o, start, first, last);
    if (first >= last)
      return false;
  }
  return true;
}

void compute(const Tensor &self, const Tensor &out, const Tensor &indices, const Window *windows,
             ExceedsFunction exceeds) {
  const Planes in_planes(self), out_planes(out), index_planes(indices);
  const size_t size = self.element_size();
  const SizesType batch = self.dim() == 4 ? self.size(0) : 1;
  const SizesType channels = self.size(self.dim() - 3);
  for (SizesType n = 0; n < batch; ++n)
    for (SizesType c = 0; c < channels; ++c)
      for (int32_t row = 0; row < windows[0].out; ++row)
        for (int32_t column = 0; column < windows[1].out; ++column) {
          int32_t top, top_first, top_last, left, left_first, left_last;
          valid_taps(windows[0], row, top, top_first, top_last);
          valid_taps(windows[1], column, left, left_first, left_last);
          int32_t in_row = top + top_first * windows[0].dilation;
          int32_t in_column = left + left_first * windows[1].dilation;
          const char *largest = in_planes.at(n, c, in_row, in_column);
          int64_t index = int64_t(in_row) * windows[1].in + in_column;
          for (int32_t y = top_first; y < top_last; ++y)
            for (int32_t x = left_first; x < left_last; ++x) {
              in_row = top + y * windows[0].dilation;
              in_column = left + x * windows[1].dilation;
              const char *value = in_planes.at(n, c, in_row, in_column);
              if (!exceeds(value, largest))
                continue;
              largest = value;
              index = int64_t(in_row) * windows[1].in + in_column;
            }
          std::memmove(out_planes.at(n, c, row, column), largest, size);
          *reinterpret_cast<int64_t *>(index_planes.at(n, c, row, column)) = index;
        }
}

/// Takes the windows along rows and columns. Without a stride they lie side by side.
void take_windows(Call &call, const Tensor &self, Window *windows) {
  int32_t kernel[2], stride[2], padding[2], dilation[2];
  take_spatial_list(call, 1, 1, 2, kernel);
  take_spatial_list(call, call.list(2).empty() ? 1 : 2, 1, 2, stride);
  take_spatial_list(call, 3, 0, 2, padding);
  take_spatial_list(call, 4, 1, 2, dilation);
  const bool ceil_mode = call.boolean(5);
  for (size_t i = 0; call.ok() && i < 2; ++i) {
    windows[i] = {self.size(self.dim() - 2 + i), 0, kernel[i], stride[i], padding[i], dilation[i]};
    call.require(find_output_size(windows[i], ceil_mode));
  }
}

struct PoolKernel {
  ScalarType dtype;
  ExceedsFunction exceeds;
};
template <typename T> constexpr PoolKernel kMaxPool = {DtypeOf<T>::value, exceeds<T>};

void max_pool2d(KernelRuntimeContext &context, Args args, const PoolKernel &kernel) {
  Call call(context, args, 8);
  const Tensor self = call.tensor(0, kernel.dtype);
  const Tensor out = call.output(6, kernel.dtype);
  const Tensor indices = call.output(7, ScalarType::Long);
  // The outputs get their shapes before the input is read, and would change its own with it.
  call.require(call.ok() && (self.dim() == 3 || self.dim() == 4) &&
               self.size(self.dim() - 3) >= 1 && !is_same(out, self) && !is_same(indices, self));
  if (!call.ok())
    return;
  Window windows[2] = {};
  take_windows(call, self, windows);
  SizesType sizes[4];
  SizesType *end = std::copy(self.sizes().begin(), self.sizes().end(), sizes);
  end[-2] = windows[0].out;
  end[-1] = windows[1].out;
  call.resize(out, {sizes, self.dim()});
  call.resize(indices, {sizes, self.dim()});
  if (!call.ok() || out.numel() == 0)
    return;
  call.require(all_windows_meet(windows[0]) && all_windows_meet(windows[1]));
  if (call.ok())
    compute(self, out, indices, windows, kernel.exceeds);
}

} // namespace

#define MAX_POOL2D(name, code, type)                                                               \
  ET_KERNEL(aten, max_pool2d_with_indices.out, name, "v1/" #code ";|" #code ";|4;",                \
            "max_pool2d_with_indices.out(Tensor self, int[2] kernel_size, int[2] stride=[], "      \
            "int[2] padding=0, int[2] dilation=1, bool ceil_mode=False, *, Tensor(a!) out, "       \
            "Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))") {                                   \
    max_pool2d(context, args, kMaxPool<type>);                                                     \
  }
ET_FORALL_REAL_DTYPES(MAX_POOL2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
