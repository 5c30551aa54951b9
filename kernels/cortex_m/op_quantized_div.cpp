// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::quantized_div.out: (self - self_zero_point) / (other - other_zero_point) * output_scale
// + output_zero_point, in floats. Rounds halves away from zero and saturates. A divisor of 0 gives
// the quotient 0.

#include <limits>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t {
  kSelf,
  kSelfZeroPoint,
  kOther,
  kOtherZeroPoint,
  kOutputZeroPoint,
  kOutputScale,
  kOut,
  kCount
};

struct Quotient {
  int32_t self_zero_point;
  int32_t other_zero_point;
  int32_t output_zero_point;
  float scale;
};

/// Rounds halves away from zero. Clamps x, so that the result fits in 32 bits. div_run saturates
/// any quotient beyond the limit, because no 16-bit zero point brings it back into the range.
int32_t round(float x) {
  constexpr float limit = 131072;
  if (!(x > -limit))
    x = -limit;
  if (x > limit)
    x = limit;
  int32_t value = static_cast<int32_t>(x);
  float rest = x - static_cast<float>(value);
  return value + (rest >= 0.5F) - (rest <= -0.5F);
}

template <typename T> void div_run(const ElementRun &run) {
  const Quotient &by = *static_cast<const Quotient *>(run.params);
  zip_run<T>(run, [&by](T a, T b) {
    int32_t divisor = b - by.other_zero_point;
    float quotient =
        divisor == 0 ? 0 : static_cast<float>(a - by.self_zero_point) / static_cast<float>(divisor);
    int32_t value = round(quotient * by.scale) + by.output_zero_point;
    constexpr int32_t min = std::numeric_limits<T>::min();
    constexpr int32_t max = std::numeric_limits<T>::max();
    return static_cast<T>(value < min ? min : value > max ? max : value);
  });
}

void div(Call call, ScalarType dtype, int32_t low, int32_t high, ElementRunFunction run) {
  const Tensor operands[] = {call.output(kOut, dtype), call.tensor(kSelf, dtype),
                             call.tensor(kOther, dtype)};
  Quotient by = {call.integer(kSelfZeroPoint, low, high), call.integer(kOtherZeroPoint, low, high),
                 call.integer(kOutputZeroPoint, low, high), call.scale(kOutputScale)};
  for_each_element(call, operands, 3, run, &by);
}

} // namespace

#define DIV(name, code, type)                                                                      \
  ET_KERNEL(cortex_m, quantized_div.out, name, "v1/" #code ";|*",                                  \
            "cortex_m::quantized_div.out(Tensor self, int self_zero_point, Tensor other, "         \
            "int other_zero_point, int output_zero_point, float output_scale, *, Tensor(a!) out) " \
            "-> Tensor(a!)") {                                                                     \
    div(Call::exact(context, args, kCount), ScalarType::name, std::numeric_limits<type>::min(),    \
        std::numeric_limits<type>::max(), div_run<type>);                                          \
  }
DIV(Char, 1, int8_t)
DIV(Short, 2, int16_t)

} // namespace et::kernels::ET_KERNEL_LIBRARY
