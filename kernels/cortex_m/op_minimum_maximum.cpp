// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::minimum.out and maximum.out: the smaller and the larger of two elements. The tensors
// have the same scale and zero point, so the kernels compare the integers.

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define CHOICE(name, precedes)                                                                     \
  static void name##_run(const ElementRun &run) {                                                  \
    zip_run<int8_t>(run, [](int8_t a, int8_t b) { return a precedes b ? a : b; });                 \
  }                                                                                                \
  static constexpr ElementwiseKernel name##_kernel = {ScalarType::Char, ScalarType::Char, 2,       \
                                                      name##_run};                                 \
  ET_FALLBACK_KERNEL(cortex_m, name.out,                                                           \
                     "cortex_m::" #name ".out(Tensor self, Tensor other, *, Tensor(a!) out) -> "   \
                     "Tensor(a!)") {                                                               \
    Call call = Call::exact(context, args, 3);                                                     \
    zip(call, name##_kernel, nullptr);                                                             \
  }
CHOICE(minimum, <)
CHOICE(maximum, >)

} // namespace et::kernels::ET_KERNEL_LIBRARY
