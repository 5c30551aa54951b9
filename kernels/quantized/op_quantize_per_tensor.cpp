// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::quantize_per_tensor: quantises a tensor with one scale and one zero point.
// In the overload Tensor_out, scale and zero point are tensors of one element.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::quantize_per_tensor.out(Tensor input, float scale, int zero_point, int "  \
  "quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)"
#define TENSOR_SCHEMA                                                                              \
  "quantized_decomposed::quantize_per_tensor.Tensor_out(Tensor input, Tensor scale, Tensor "       \
  "zero_point, int quant_min, int quant_max, ScalarType dtype, *, Tensor(a!) out) -> Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Numbers, true};
constexpr AffineForm kTensorForm = {Granularity::Tensor, true};
} // namespace

#define QUANTIZE(name, code, type, to, to_code, to_type)                                           \
  ET_KERNEL(quantized_decomposed, quantize_per_tensor.out, name##To##to,                           \
            "v1/" #code ";|" #to_code ";", SCHEMA) {                                               \
    affine(context, args, kForm, kQuantize<type, ScalarType::to, to_type>);                        \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, quantize_per_tensor.Tensor_out, name##To##to,                    \
            "v1/" #code ";|7;|4;|" #to_code ";", TENSOR_SCHEMA) {                                  \
    affine(context, args, kTensorForm, kQuantize<type, ScalarType::to, to_type>);                  \
  }
#define QUANTIZE_FROM(name, code, type) ET_FORALL_QUANTIZED_DTYPES(QUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(QUANTIZE_FROM)

ET_KERNEL(quantized_decomposed, quantize_per_tensor.Tensor_out, fallback,
          "v1/5-7,15;|5-7,15;|3-4;|0-3,22,27;", TENSOR_SCHEMA) {
  mixed_affine(context, args, kTensorForm, choose_quantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
