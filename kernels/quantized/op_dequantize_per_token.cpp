// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::dequantize_per_token: dequantises a tensor. Each line along the last
// dimension has a scale and a zero point.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::dequantize_per_token.out(Tensor input, Tensor scales, Tensor "            \
  "zero_points, int quant_min, int quant_max, ScalarType dtype, ScalarType output_dtype, *, "      \
  "Tensor(a!) out) -> Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Token, false};
} // namespace

#define DEQUANTIZE(name, code, type, from, from_code, from_type)                                   \
  ET_KERNEL(quantized_decomposed, dequantize_per_token.out, from##To##name,                        \
            "v1/" #from_code ";|7;|4;|" #code ";", SCHEMA) {                                       \
    affine(context, args, kForm, kDequantize<type, ScalarType::from, from_type>);                  \
  }
#define DEQUANTIZE_TO(name, code, type) ET_FORALL_QUANTIZED_DTYPES(DEQUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(DEQUANTIZE_TO)

ET_KERNEL(quantized_decomposed, dequantize_per_token.out, fallback,
          "v1/0-3,22,27;|5-7,15;|3-4;|5-7,15;", SCHEMA) {
  mixed_affine(context, args, kForm, choose_dequantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
