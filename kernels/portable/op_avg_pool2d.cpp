// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::avg_pool2d.out: the mean of each window. With count_include_pad zeros of the padding count,
// but not what a last window in ceil_mode has beyond it. divisor_override replaces the number of
// elements; it may be negative. Means of Long elements are rounded towards zero.

#include <algorithm>

#include "average.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

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

void avg_pool2d(KernelRuntimeContext &context, Args::Items items, size_t size,
                const AverageKernel &kernel) {
  Call call(context, {items, size}, 8);
  const Tensor self = call.tensor(0, kernel.dtype);
  const Tensor out = call.output(7, kernel.dtype);
  Window windows[2] = {};
  SizesType sizes[4];
  take_pool_windows(call, self, 1, false, windows, sizes);
  const bool with_padding = call.boolean(5);
  int64_t divisor = 0;
  if (call.ok() && !call.is_none(6) && call.require(call[6].isInt())) {
    divisor = call[6].toInt();
    call.require(divisor != 0);
  }
  // The output gets its shape before the input is read, and would change its own with it.
  if (call.require(call.ok() && !is_same(out, self)) && call.resize(out, {sizes, self.dim()}))
    average_windows(Planes(out), Planes(self), windows,
                    with_padding ? find_with_padding : find_without_padding, divisor, kernel);
}

} // namespace

#define AVG_POOL2D(name, code, type)                                                               \
  ET_KERNEL(aten, avg_pool2d.out, name, "v1/" #code ";|*",                                         \
            "avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, " \
            "bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, "   \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    avg_pool2d(context, args.items(), args.size(), kAverage<type>);                                \
  }
ET_FORALL_FLOAT_DTYPES(AVG_POOL2D)
AVG_POOL2D(Long, 4, int64_t)

} // namespace et::kernels::ET_KERNEL_LIBRARY
