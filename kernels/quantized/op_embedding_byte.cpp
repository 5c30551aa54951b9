// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::embedding_byte: an embedding (embedding.h) whose weights are Byte or Char.

#include "embedding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::embedding_byte.out(Tensor weight, Tensor weight_scales, Tensor? "         \
  "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) " \
  "out) -> Tensor(a!)"
#define DTYPE_SCHEMA                                                                               \
  "quantized_decomposed::embedding_byte.dtype_out(Tensor weight, Tensor weight_scales, Tensor? "   \
  "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, "            \
  "ScalarType? dtype=None, "                                                                       \
  "Tensor(a!) out) -> Tensor(a!)"

#define EMBEDDING(name, code, type)                                                                \
  ET_EMBEDDING_KERNELS(embedding_byte.out, Byte##To##name, 0, uint8_t, false, SCHEMA, code, type)  \
  ET_EMBEDDING_KERNELS(embedding_byte.out, Char##To##name, 1, int8_t, false, SCHEMA, code, type)   \
  ET_EMBEDDING_KERNELS(embedding_byte.dtype_out, Byte##To##name, 0, uint8_t, true, DTYPE_SCHEMA,   \
                       code, type)                                                                 \
  ET_EMBEDDING_KERNELS(embedding_byte.dtype_out, Char##To##name, 1, int8_t, true, DTYPE_SCHEMA,    \
                       code, type)
ET_FORALL_FLOAT_DTYPES(EMBEDDING)

ET_KERNEL(quantized_decomposed, embedding_byte.out, fallback, "v1/0-1;|5-7,15;|3-7,15;|*", SCHEMA) {
  mixed_embedding<uint8_t, int8_t>(context, args, false);
}
ET_KERNEL(quantized_decomposed, embedding_byte.dtype_out, fallback, "v1/0-1;|5-7,15;|3-7,15;|*",
          DTYPE_SCHEMA) {
  mixed_embedding<uint8_t, int8_t>(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
