// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::maximum.out: the larger of two elements, which have one scale and zero point.

#include "call.h"

namespace et::ET_KERNEL_LIBRARY {
namespace {

void maximum_run(const ElementRun &run) {
  zip_run<int8_t>(run, [](int8_t a, int8_t b) { return a > b ? a : b; });
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, maximum.out,
                   "cortex_m::maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> "
                   "Tensor(a!)") {
  Call call(context, args, 3);
  const Tensor operands[] = {call.output(2, ScalarType::Char), call.tensor(0, ScalarType::Char),
                             call.tensor(1, ScalarType::Char)};
  call.for_each_element(operands, 3, maximum_run, nullptr);
}

} // namespace et::ET_KERNEL_LIBRARY
