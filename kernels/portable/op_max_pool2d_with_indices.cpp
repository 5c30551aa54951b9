// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::max_pool2d_with_indices.out: the largest element of each window, and its index in the plane
// (row * width + column). Padding is never the largest element. NaN counts as larger than any
// number. The result is the last of several NaNs, but the first of several equal numbers.

#include <cstring>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/pooling.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

using ExceedsFunction = bool (*)(const char *value, const char *largest);

template <typename T> bool exceeds(const char *value, const char *largest) {
  const T v = *reinterpret_cast<const T *>(value);
  const T l = *reinterpret_cast<const T *>(largest);
  if constexpr (!std::is_integral_v<T>)
    if (v != v) // NaN is the largest.
      return true;
  return v > l;
}

void compute(const MaxPool &pool, ExceedsFunction exceeds) {
  const Planes in_planes(pool.self), out_planes(pool.out), index_planes(pool.indices);
  const Window *windows = pool.windows;
  const size_t size = pool.self.element_size();
  for (SizesType n = 0; n < in_planes.sizes[0]; ++n)
    for (SizesType c = 0; c < in_planes.sizes[1]; ++c)
      for (int32_t row = 0; row < windows[0].out; ++row)
        for (int32_t column = 0; column < windows[1].out; ++column) {
          const Taps top = valid_taps(windows[0], row), left = valid_taps(windows[1], column);
          int32_t in_row = top.start + top.first * windows[0].dilation;
          int32_t in_column = left.start + left.first * windows[1].dilation;
          const char *largest = in_planes.at(n, c, in_row, in_column);
          int64_t index = int64_t(in_row) * windows[1].in + in_column;
          for (int32_t y = top.first; y < top.last; ++y)
            for (int32_t x = left.first; x < left.last; ++x) {
              in_row = top.start + y * windows[0].dilation;
              in_column = left.start + x * windows[1].dilation;
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

void max_pool2d(KernelRuntimeContext &context, Args args, const PoolKernel &kernel) {
  Call call(context, args, 8);
  MaxPool pool = {};
  if (take_max_pool(call, kernel.dtype, pool))
    compute(pool, kernel.exceeds);
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
