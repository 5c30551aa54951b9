// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cortex_m::dequantize_per_tensor.out: (q - zero_point) * scale, as floats. The kernel does not use
// quant_min and quant_max, and only checks that these arguments are 32-bit integers.

#include <limits>

#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kInput, kScale, kZeroPoint, kQuantMin, kQuantMax, kDtype, kOut, kCount };

struct Parameters {
  float scale;
  int32_t zero_point;
};

template <typename T> void dequantize_run(const ElementRun &run) {
  const Parameters &from = *static_cast<const Parameters *>(run.params);
  char *out = run.data[0];
  const char *in = run.data[1];
  for (size_t i = run.count; i != 0; --i) {
    int32_t steps = *reinterpret_cast<const T *>(in) - from.zero_point;
    *reinterpret_cast<float *>(out) = static_cast<float>(steps) * from.scale;
    out += run.strides[0];
    in += run.strides[1];
  }
}

void dequantize(Call call, ScalarType dtype, int32_t low, int32_t high, ElementRunFunction run) {
  const Tensor operands[] = {call.output(kOut, ScalarType::Float), call.tensor(kInput, dtype)};
  Parameters from = {call.scale(kScale), call.integer(kZeroPoint, low, high)};
  call.integer(kQuantMin);
  call.integer(kQuantMax);
  call.require(call.integer(kDtype) == static_cast<int32_t>(dtype));
  for_each_element(call, operands, 2, run, &from);
}

} // namespace

#define DEQUANTIZE(name, code, type)                                                               \
  ET_KERNEL(cortex_m, dequantize_per_tensor.out, name, "v1/" #code ";|6;",                         \
            "cortex_m::dequantize_per_tensor.out(Tensor input, float scale, int zero_point, "      \
            "int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)") {  \
    dequantize(Call::exact(context, args, kCount), ScalarType::name,                               \
               std::numeric_limits<type>::min(), std::numeric_limits<type>::max(),                 \
               dequantize_run<type>);                                                              \
  }
DEQUANTIZE(Char, 1, int8_t)
DEQUANTIZE(Short, 2, int16_t)

} // namespace et::kernels::ET_KERNEL_LIBRARY
