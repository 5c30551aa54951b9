// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::quantize_per_channel: quantises a tensor. Each index along an axis has a
// scale and a zero point. A negative axis counts from the end. Each pair of input and output dtypes
// has a kernel for scales of Double and a kernel for scales of Float.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::quantize_per_channel.out(Tensor input, Tensor scales, Tensor "            \
  "zero_points, int axis, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> "  \
  "Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Channel, true};
} // namespace

#define QUANTIZE_BY(scale, scale_code, scale_type, name, code, type, to, to_code, to_type)         \
  ET_KERNEL(quantized_decomposed, quantize_per_channel.out, name##To##to##By##scale,               \
            "v1/" #code ";|" #scale_code ";|4;|" #to_code ";", SCHEMA) {                           \
    affine(context, args, kForm, kQuantize<type, ScalarType::to, to_type, scale_type>);            \
  }
#define QUANTIZE(...)                                                                              \
  QUANTIZE_BY(Double, 7, double, __VA_ARGS__)                                                      \
  QUANTIZE_BY(Float, 6, float, __VA_ARGS__)
#define QUANTIZE_FROM(name, code, type) ET_FORALL_QUANTIZED_DTYPES(QUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(QUANTIZE_FROM)

ET_KERNEL(quantized_decomposed, quantize_per_channel.out, fallback,
          "v1/5-7,15;|5-7,15;|3-4;|0-3,22,27;", SCHEMA) {
  mixed_affine(context, args, kForm, choose_quantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
