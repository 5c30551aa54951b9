// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::dequantize_per_tensor: dequantises a tensor with one scale and one zero
// point. In Tensor_out, both are tensors of one element. quant_min and quant_max are ignored.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::dequantize_per_tensor.out(Tensor input, float scale, int zero_point, "    \
  "int quant_min, int quant_max, ScalarType dtype, *, ScalarType? out_dtype=None, "                \
  "Tensor(a!) out) -> Tensor(a!)"
#define TENSOR_SCHEMA                                                                              \
  "quantized_decomposed::dequantize_per_tensor.Tensor_out(Tensor input, Tensor scale, Tensor "     \
  "zero_point, int quant_min, int quant_max, ScalarType dtype, *, ScalarType? out_dtype=None, "    \
  "Tensor(a!) out) -> Tensor(a!)"

namespace {
constexpr AffineForm kForm = {Granularity::Numbers, false};
constexpr AffineForm kTensorForm = {Granularity::Tensor, false};
} // namespace

#define DEQUANTIZE(name, code, type, from, from_code, from_type)                                   \
  ET_KERNEL(quantized_decomposed, dequantize_per_tensor.out, from##To##name,                       \
            "v1/" #from_code ";|" #code ";", SCHEMA) {                                             \
    affine(context, args, kForm, kDequantize<type, ScalarType::from, from_type>);                  \
  }                                                                                                \
  ET_KERNEL(quantized_decomposed, dequantize_per_tensor.Tensor_out, from##To##name,                \
            "v1/" #from_code ";|7;|4;|" #code ";", TENSOR_SCHEMA) {                                \
    affine(context, args, kTensorForm, kDequantize<type, ScalarType::from, from_type>);            \
  }
#define DEQUANTIZE_TO(name, code, type) ET_FORALL_QUANTIZED_DTYPES(DEQUANTIZE, name, code, type)
ET_FORALL_FLOAT_DTYPES(DEQUANTIZE_TO)

ET_KERNEL(quantized_decomposed, dequantize_per_tensor.Tensor_out, fallback,
          "v1/0-3,22,27;|5-7,15;|3-4;|5-7,15;", TENSOR_SCHEMA) {
  mixed_affine(context, args, kTensorForm, choose_dequantize_run);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
