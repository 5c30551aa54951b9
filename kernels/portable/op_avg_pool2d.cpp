// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::avg_pool2d.out: the mean of each window. With count_include_pad, the padding in a window
// counts as zeros; otherwise the padding does not count. With ceil_mode, the last window may extend
// beyond the padding. The part beyond the padding does not count. If divisor_override is given, the
// sum is divided by divisor_override, which may be negative. Means of Long elements are rounded
// towards zero.

#include "average.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

void avg_pool2d(KernelRuntimeContext &context, Args args, const AverageKernel &kernel) {
  Call call(context, args, 8);
  AveragePool pool = {};
  if (take_average_pool(call, kernel.dtype, pool))
    average_windows(Planes(pool.out), Planes(pool.self), pool.windows, pool.find, pool.divisor,
                    kernel);
}

} // namespace

#define AVG_POOL2D(name, code, type)                                                               \
  ET_KERNEL(aten, avg_pool2d.out, name, "v1/" #code ";|*",                                         \
            "avg_pool2d.out(Tensor self, int[2] kernel_size, int[2] stride=[], int[2] padding=0, " \
            "bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None, *, "   \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    avg_pool2d(context, args, kAverage<type>);                                                     \
  }
ET_FORALL_FLOAT_DTYPES(AVG_POOL2D)
AVG_POOL2D(Long, 4, int64_t)

} // namespace et::kernels::ET_KERNEL_LIBRARY
