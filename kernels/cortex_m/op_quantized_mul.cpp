// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_mul.out: (self - self_zero_point) * (other - other_zero_point), requantised.

#include "../common/elementwise.h"
#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Product {
  int32_t self_zero_point;
  int32_t other_zero_point;
  int32_t output_zero_point;
  int32_t multiplier;
  int32_t shift;
};

void mul_run(const ElementRun &run) {
  const Product &by = *static_cast<const Product *>(run.params);
  zip_run<int8_t>(run, [&by](int8_t a, int8_t b) {
    int32_t product = (a - by.self_zero_point) * (b - by.other_zero_point);
    int32_t value = requantize(static_cast<uint32_t>(product), by.multiplier, by.shift);
    return clamp(static_cast<uint32_t>(value) + static_cast<uint32_t>(by.output_zero_point),
                 INT8_MIN, INT8_MAX);
  });
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_mul.out,
                   "cortex_m::quantized_mul.out(Tensor self, int self_zero_point, Tensor other, "
                   "int other_zero_point, int output_zero_point, int output_multiplier, "
                   "int output_shift, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t {
    kSelf,
    kSelfZeroPoint,
    kOther,
    kOtherZeroPoint,
    kOutputZeroPoint,
    kOutputMultiplier,
    kOutputShift,
    kOut,
    kCount
  };
  Call call = Call::exact(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, ScalarType::Char),
                             call.tensor(kSelf, ScalarType::Char),
                             call.tensor(kOther, ScalarType::Char)};
  Product by = {call.char_value(kSelfZeroPoint), call.char_value(kOtherZeroPoint),
                call.char_value(kOutputZeroPoint), take_multiplier(call, kOutputMultiplier),
                take_shift(call, kOutputShift)};
  for_each_element(call, operands, 3, mul_run, &by);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
