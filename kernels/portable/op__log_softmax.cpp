// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_log_softmax.out: x - log(sum of exp(x)) along a dimension. Subtracting the largest element
// first gives the same result without overflow in exp. Half and BFloat16 are computed in Float.

#include <cmath>

#include "../common/dtypes.h"
#include "../common/lines.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kDim, kHalfToFloat, kOut };

template <typename T> void log_softmax_line(char *out, const char *in, const Line &line) {
  using Compute = ComputeType<T>;
  auto input = [&](size_t i) -> Compute {
    return *reinterpret_cast<const T *>(in + static_cast<ptrdiff_t>(i) * line.in_stride);
  };
  Compute largest = input(0);
  for (size_t i = 1; i < line.size; ++i) {
    const Compute value = input(i);
    if (value > largest)
      largest = value;
  }
  Compute sum = 0;
  for (size_t i = 0; i < line.size; ++i)
    sum += std::exp(input(i) - largest);
  sum = std::log(sum);
  for (size_t i = 0; i < line.size; ++i)
    *reinterpret_cast<T *>(out + static_cast<ptrdiff_t>(i) * line.out_stride) =
        static_cast<T>(input(i) - largest - sum);
}

template <typename T> void log_softmax_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    log_softmax_line<T>(out, in, *static_cast<const Line *>(run.params));
    out += run.strides[0];
    in += run.strides[1];
  }
}

template <typename T>
constexpr ElementwiseKernel kLogSoftmax = elementwise<T>(kOut, log_softmax_run<T>);

} // namespace

#define LOG_SOFTMAX(name, code, type)                                                              \
  ET_KERNEL(aten, _log_softmax.out, name, "v1/" #code ";|*",                                       \
            "_log_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "       \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, kLogSoftmax<type>);                                                     \
  }
ET_FORALL_FLOAT_DTYPES(LOG_SOFTMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
