// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::rand.out: random numbers, uniform in [0, 1), from the generator in random.h. Half gets
// multiples of 2^-11, BFloat16 multiples of 2^-8. Each of these multiples is exact in the dtype, so
// no number is rounded up to 1.

#include <type_traits>

#include "random.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void uniform_pair(char *elements) {
  constexpr int digits = std::is_same_v<T, Half> ? 11 : 8;
  for (int i = 0; i < 2; ++i) {
    T &element = reinterpret_cast<T *>(elements)[i];
    if constexpr (sizeof(T) == 2)
      element = static_cast<T>(static_cast<float>(random_bits() >> (32 - digits)) /
                               static_cast<float>(1 << digits));
    else
      element = random_uniform<T>();
  }
}

template <typename T> constexpr RandomKernel kKernel = {DtypeOf<T>::value, uniform_pair<T>};

} // namespace

#define RAND(name, code, type)                                                                     \
  ET_KERNEL(aten, rand.out, name, "v1/" #code ";|*",                                               \
            "rand.out(SymInt[] size, *, Tensor(a!) out) -> Tensor(a!)") {                          \
    random(context, args, kKernel<type>);                                                          \
  }
ET_FORALL_FLOAT_DTYPES(RAND)

} // namespace et::kernels::ET_KERNEL_LIBRARY
