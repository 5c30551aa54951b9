// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::_softmax.out: exp(x) / sum of exp(x) along a dimension. Subtracting the largest element
// first gives the same result without overflow in exp. Half and BFloat16 are computed in Float.
//
// For Float and Double, the output keeps exp(x) until the sum is known. An output of Half or
// BFloat16 would round exp(x), so the kernel computes exp(x) a second time for these dtypes.

#include <cmath>
#include <type_traits>

#include "../common/dtypes.h"
#include "../common/lines.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kDim, kHalfToFloat, kOut };

template <typename T> void softmax_line(char *out, const char *in, const Line &line) {
  using Compute = ComputeType<T>;
  auto input = [&](size_t i) -> Compute {
    return *reinterpret_cast<const T *>(in + static_cast<ptrdiff_t>(i) * line.in_stride);
  };
  auto output = [&](size_t i) -> T & {
    return *reinterpret_cast<T *>(out + static_cast<ptrdiff_t>(i) * line.out_stride);
  };
  Compute largest = input(0);
  for (size_t i = 1; i < line.size; ++i) {
    Compute value = input(i);
    if (value > largest)
      largest = value;
  }
  Compute sum = 0;
  for (size_t i = 0; i < line.size; ++i) {
    Compute power = std::exp(input(i) - largest);
    sum += power;
    if constexpr (std::is_same_v<T, Compute>)
      output(i) = power;
  }
  for (size_t i = 0; i < line.size; ++i) {
    if constexpr (std::is_same_v<T, Compute>)
      output(i) /= sum;
    else
      output(i) = static_cast<T>(std::exp(input(i) - largest) / sum);
  }
}

template <typename T> void softmax_run(const ElementRun &run) {
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    softmax_line<T>(out, in, *static_cast<const Line *>(run.params));
    out += run.strides[0];
    in += run.strides[1];
  }
}

template <typename T> constexpr ElementwiseKernel kSoftmax = elementwise<T>(kOut, softmax_run<T>);

} // namespace

#define SOFTMAX(name, code, type)                                                                  \
  ET_KERNEL(aten, _softmax.out, name, "v1/" #code ";|*",                                           \
            "_softmax.out(Tensor self, int dim, bool half_to_float, *, Tensor(a!) out) "           \
            "-> Tensor(a!)") {                                                                     \
    softmax(context, args, kSoftmax<type>);                                                        \
  }
ET_FORALL_FLOAT_DTYPES(SOFTMAX)

} // namespace et::kernels::ET_KERNEL_LIBRARY
