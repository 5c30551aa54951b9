// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::quantize_per_token: quantises a tensor. Each line along the last dimension
// has a scale and a zero point, which models compute with choose_qparams_per_token_asymmetric.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::quantize_per_token.out(Tensor input, Tensor scales, Tensor zero_points, " \
  "int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Token, true};
} // namespace

#define QUANTIZE(name, code, type, to, to_code, to_type)                                           \
  ET_KERNEL(quantized_decomposed, quantize_per_token.out, name##To##to,                            \
            "v1/" #code ";|7;|4;|" #to_code ";", SCHEMA) {                                         \
    affine(context, args, kForm, kQuantize<type, ScalarType::to, to_type>);                        \
  }
#define QUANTIZE_FROM(name, code, type) ET_FORALL_QUANTIZED_DTYPES(QUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(QUANTIZE_FROM)

ET_KERNEL(quantized_decomposed, quantize_per_token.out, fallback,
          "v1/5-7,15;|5-7,15;|3-4;|0-3,22,27;", SCHEMA) {
  mixed_affine(context, args, kForm, choose_quantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
