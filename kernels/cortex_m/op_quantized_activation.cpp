// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_activation.out: any function of an element, given as a table of 256 values.
// The first value is the result for -128.

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

constexpr size_t kEntries = 256;

void look_up_run(const ElementRun &run) {
  const int8_t *values = static_cast<const int8_t *>(run.params) + kEntries / 2;
  map_strided_run<int8_t>(run, [values](int8_t x) { return values[x]; });
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_activation.out,
                   "cortex_m::quantized_activation.out(Tensor input, Tensor lut, *, Tensor(a!) "
                   "out) -> Tensor(a!)") {
  enum Arguments : size_t { kInput, kLut, kOut, kCount };
  Call call = Call::exact(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, ScalarType::Char),
                             call.tensor(kInput, ScalarType::Char)};
  Tensor table = call.tensor(kLut, ScalarType::Char);
  call.require(call.ok() && table.numel() == kEntries);
  if (call.ok())
    for_each_element(call, operands, 2, look_up_run, table.mutable_data_ptr());
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
