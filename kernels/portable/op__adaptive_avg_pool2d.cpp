// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_adaptive_avg_pool2d.out: each output element is the mean of a window. The windows cover
// the input, and have almost the same size. Neighbouring windows may overlap by a row or a column.

#include <algorithm>

#include "average.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void find_share(const Window &window, int32_t position, Extent &extent) {
  const int64_t in = window.in;
  extent.first = static_cast<int32_t>(position * in / window.out);
  extent.last = static_cast<int32_t>(((position + 1) * in - 1) / window.out + 1);
  extent.counted = extent.last - extent.first;
}

void adaptive_avg_pool2d(KernelRuntimeContext &context, Args args, const AverageKernel &kernel) {
  enum Arguments : size_t { kSelf, kOutputSize, kOut, kCount };
  Call call(context, args, kCount);
  const Tensor self = call.tensor(kSelf, kernel.dtype);
  const Tensor out = call.output(kOut, kernel.dtype);
  const Span<const int64_t> list = call.list(kOutputSize);
  const size_t rank = call.ok() ? self.dim() : 0;
  if (!call.require((rank == 3 || rank == 4) && list.size() == 2 && !is_same(out, self)))
    return;
  Window windows[2] = {};
  SizesType sizes[4];
  SizesType *end = std::copy(self.sizes().begin(), self.sizes().end(), sizes) - 2;
  // Only the batch dimension of the input may have size 0.
  call.require(self.size(rank - 3) >= 1);
  for (size_t i = 0; i < 2; ++i) {
    windows[i].in = end[i];
    call.require(end[i] >= 1 && list[i] >= 0 && list[i] <= INT32_MAX);
    windows[i].out = end[i] = static_cast<SizesType>(list[i]);
  }
  if (call.resize(out, {sizes, rank}))
    average_windows(Planes(out), Planes(self), windows, find_share, 0, kernel);
}

} // namespace

#define ADAPTIVE_AVG_POOL2D(name, code, type)                                                      \
  ET_KERNEL(aten, _adaptive_avg_pool2d.out, name, "v1/" #code ";|*",                               \
            "_adaptive_avg_pool2d.out(Tensor self, SymInt[2] output_size, *, Tensor(a!) out) -> "  \
            "Tensor(a!)") {                                                                        \
    adaptive_avg_pool2d(context, args, kAverage<type>);                                            \
  }
ET_FORALL_FLOAT_DTYPES(ADAPTIVE_AVG_POOL2D)

} // namespace et::kernels::ET_KERNEL_LIBRARY
