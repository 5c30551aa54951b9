// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::dequantize_per_channel: dequantises a tensor. Each index along an axis has
// a scale, and a zero point unless zero_points is None. A negative axis counts from the end.
//
// Each pair of input and output dtypes has four kernels: for scales of Double or Float, with or
// without zero points (`Alone`). A kernel key lists the dtypes of all tensors in the call.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::dequantize_per_channel.out(Tensor input, Tensor scales, Tensor? "         \
  "zero_points, int axis, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? "         \
  "out_dtype=None, Tensor(a!) out) -> Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Channel, false};
} // namespace

#define DEQUANTIZE_BY(scale, scale_code, scale_type, name, code, type, from, from_code, from_type) \
  ET_KERNEL(quantized_decomposed, dequantize_per_channel.out, from##To##name##By##scale,           \
            "v1/" #from_code ";|" #scale_code ";|4;|" #code ";", SCHEMA) {                         \
    affine(context, args, kForm, kDequantize<type, ScalarType::from, from_type, scale_type>);      \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, dequantize_per_channel.out, from##To##name##By##scale##Alone,    \
            "v1/" #from_code ";|" #scale_code ";|" #code ";", SCHEMA) {                            \
    affine(context, args, kForm, kDequantize<type, ScalarType::from, from_type, scale_type>);      \
  }
#define DEQUANTIZE(...)                                                                            \
  DEQUANTIZE_BY(Double, 7, double, __VA_ARGS__)                                                    \
  DEQUANTIZE_BY(Float, 6, float, __VA_ARGS__)
#define DEQUANTIZE_TO(name, code, type) ET_FORALL_QUANTIZED_DTYPES(DEQUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(DEQUANTIZE_TO)

ET_KERNEL(quantized_decomposed, dequantize_per_channel.out, fallback,
          "v1/0-3,22,27;|5-7,15;|3-7,15;|*", SCHEMA) {
  mixed_affine(context, args, kForm, choose_dequantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
