// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::randn.out: random numbers of the standard normal distribution, from the generator in
// random.h. The kernel uses the polar method, because this method needs no sine or cosine. Half and
// BFloat16 are computed in Float and rounded.

#include <cmath>

#include "random.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void normal_pair(char *elements) {
  using Compute = ComputeType<T>;
  Compute x, y, square;
  do {
    x = 2 * random_uniform<Compute>() - 1;
    y = 2 * random_uniform<Compute>() - 1;
    square = x * x + y * y;
  } while (square >= 1 || square == 0);
  const Compute scale = std::sqrt(-2 * std::log(square) / square);
  reinterpret_cast<T *>(elements)[0] = static_cast<T>(x * scale);
  reinterpret_cast<T *>(elements)[1] = static_cast<T>(y * scale);
}

template <typename T> constexpr RandomKernel kKernel = {DtypeOf<T>::value, normal_pair<T>};

} // namespace

#define RANDN(name, code, type)                                                                    \
  ET_KERNEL(aten, randn.out, name, "v1/" #code ";|*",                                              \
            "randn.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {                         \
    random(context, args, kKernel<type>);                                                          \
  }
ET_FORALL_FLOAT_DTYPES(RANDN)

} // namespace et::kernels::ET_KERNEL_LIBRARY
