// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_add.out: converts both inputs to a common scale, adds them, and converts the
// sum to the output's scale. The inputs are first multiplied by 2^20, so that the conversion to the
// common scale loses less precision.

#include "../common/elementwise.h"
#include "requantize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Scale {
  int32_t zero_point;
  int32_t multiplier;
  int32_t shift;

  uint32_t apply(int8_t x) const {
    uint32_t steps = static_cast<uint32_t>(x - zero_point);
    return static_cast<uint32_t>(requantize(steps << 20, multiplier, shift));
  }
};

struct Sum {
  Scale self;
  Scale other;
  Scale output;
  int32_t min;
  int32_t max;
};

void add_run(const ElementRun &run) {
  const Sum &sum = *static_cast<const Sum *>(run.params);
  zip_run<int8_t>(run, [&sum](int8_t a, int8_t b) {
    const Scale &to = sum.output;
    uint32_t both = sum.self.apply(a) + sum.other.apply(b);
    int32_t value = requantize(both, to.multiplier, to.shift);
    return clamp(static_cast<uint32_t>(value) + static_cast<uint32_t>(to.zero_point), sum.min,
                 sum.max);
  });
}

Scale take_scale(Call &call, size_t index) {
  return {call.char_value(index), take_multiplier(call, index + 1), take_shift(call, index + 2)};
}

} // namespace

ET_FALLBACK_KERNEL(cortex_m, quantized_add.out,
                   "cortex_m::quantized_add.out(Tensor self, int self_zero_point, "
                   "int self_multiplier, int self_shift, Tensor other, int other_zero_point, "
                   "int other_multiplier, int other_shift, int output_zero_point, "
                   "int output_multiplier, int output_shift, int activation_min, "
                   "int activation_max, *, Tensor(a!) out) -> Tensor(a!)") {
  enum Arguments : size_t {
    kSelf,
    kSelfZeroPoint,
    kOther = 4,
    kOtherZeroPoint,
    kOutputZeroPoint = 8,
    kActivationMin = 11,
    kActivationMax,
    kOut,
    kCount
  };
  Call call = Call::exact(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, ScalarType::Char),
                             call.tensor(kSelf, ScalarType::Char),
                             call.tensor(kOther, ScalarType::Char)};
  Sum sum = {take_scale(call, kSelfZeroPoint), take_scale(call, kOtherZeroPoint),
             take_scale(call, kOutputZeroPoint), call.char_value(kActivationMin),
             call.char_value(kActivationMax)};
  for_each_element(call, operands, 3, add_run, &sum);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
