// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantize_per_tensor.out: clamp(round(x / scale) + zero_point, quant_min, quant_max).
// Halves are rounded to even. x / scale is computed as a float. NaN gives quant_min.

#include <cstring>
#include <limits>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kInput, kScale, kZeroPoint, kQuantMin, kQuantMax, kDtype, kOut, kCount };

struct Parameters {
  float scale;
  int32_t zero_point;
  int32_t min;
  int32_t max;
};

int32_t quantize(float x, const Parameters &to) {
  // The limit keeps `shifted` between 2^23 and 2^24. The limit does not change the result: whatever
  // the 16-bit zero point is, a quotient beyond the limit gives `min` or `max`.
  constexpr float limit = 131072;
  float quotient = x / to.scale;
  if (!(quotient > -limit))
    quotient = -limit;
  if (quotient > limit)
    quotient = limit;
  // Floats from 2^23 on have no fraction bits, so the addition rounds `quotient` to an integer.
  constexpr float shift = 12582912; // 1.5 * 2^23
  constexpr int32_t shift_bits = 0x4b400000;
  float shifted = quotient + shift;
  int32_t value;
  std::memcpy(&value, &shifted, sizeof(value));
  value += to.zero_point - shift_bits;
  value = value < to.min ? to.min : value;
  return value > to.max ? to.max : value;
}

template <typename T> void quantize_run(const ElementRun &run) {
  const Parameters &to = *static_cast<const Parameters *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    *reinterpret_cast<T *>(out) =
        static_cast<T>(quantize(*reinterpret_cast<const float *>(in), to));
    out += run.strides[0];
    in += run.strides[1];
  }
}

void quantize(Call call, ScalarType dtype, int32_t low, int32_t high, ElementRunFunction run) {
  const Tensor operands[] = {call.output(kOut, dtype), call.tensor(kInput, ScalarType::Float)};
  Parameters to = {call.scale(kScale), call.integer(kZeroPoint, low, high),
                   call.integer(kQuantMin, low, high), call.integer(kQuantMax, low, high)};
  call.require(call.integer(kDtype) == static_cast<int32_t>(dtype));
  for_each_element(call, operands, 2, run, &to);
}

} // namespace

#define QUANTIZE(name, code, type)                                                                 \
  ET_KERNEL(cortex_m, quantize_per_tensor.out, name, "v1/6;|" #code ";",                           \
            "cortex_m::quantize_per_tensor.out(Tensor input, float scale, int zero_point, "        \
            "int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)") {  \
    quantize(Call::exact(context, args, kCount), ScalarType::name,                                 \
             std::numeric_limits<type>::min(), std::numeric_limits<type>::max(),                   \
             quantize_run<type>);                                                                  \
  }
QUANTIZE(Char, 1, int8_t)
QUANTIZE(Short, 2, int16_t)

} // namespace et::kernels::ET_KERNEL_LIBRARY
