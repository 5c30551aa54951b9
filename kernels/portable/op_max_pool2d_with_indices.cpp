// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices.out: the largest element of each window, and where in its plane it
// stood: row * width + column. Padding never counts. A NaN counts as largest; of several, the last.
// A dtype brings its comparison only.

#include <cstring>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/spatial.h"
#include "../common/typed_arguments.h"

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
  for (SizesType n = 0; n < in_planes.sizes[0]; ++n)
    for (SizesType c = 0; c < in_planes.sizes[1]; ++c)
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

struct PoolKernel {
  ScalarType dtype;
  ExceedsFunction exceeds;
};
template <typename T> constexpr PoolKernel kMaxPool = {DtypeOf<T>::value, exceeds<T>};

void max_pool2d(KernelRuntimeContext &context, Args::Items items, size_t size,
                const PoolKernel &kernel) {
  Call call(context, {items, size}, 8);
  const Tensor self = call.tensor(0, kernel.dtype);
  const Tensor out = call.output(6, kernel.dtype);
  const Tensor indices = call.output(7, ScalarType::Long);
  // The outputs get their shapes before the input is read, and would change its own with it.
  call.require(call.ok() && !is_same(out, self) && !is_same(indices, self));
  Window windows[2] = {};
  SizesType sizes[4];
  take_pool_windows(call, self, 1, true, windows, sizes);
  if (!call.ok())
    return;
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
    max_pool2d(context, args.items(), args.size(), kMaxPool<type>);                                \
  }
ET_FORALL_REAL_DTYPES(MAX_POOL2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
