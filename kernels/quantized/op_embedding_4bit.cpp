// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::embedding_4bit: an embedding (embedding.h) whose matrix has two weights in
// each byte.

#include "embedding.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::embedding_4bit.out(Tensor weight, Tensor weight_scales, Tensor? "         \
  "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, *, Tensor(a!) " \
  "out) -> Tensor(a!)"
#define DTYPE_SCHEMA                                                                               \
  "quantized_decomposed::embedding_4bit.dtype_out(Tensor weight, Tensor weight_scales, Tensor? "   \
  "weight_zero_points, int weight_quant_min, int weight_quant_max, Tensor indices, ScalarType? "   \
  "dtype=None, *, "                                                                                \
  "Tensor(a!) out) -> Tensor(a!)"

#define EMBEDDING(name, code, type)                                                                \
  ET_EMBEDDING_KERNELS(embedding_4bit.out, name, 0, PackedWeight<4>, false, SCHEMA, code, type)    \
  ET_EMBEDDING_KERNELS(embedding_4bit.dtype_out, name, 0, PackedWeight<4>, true, DTYPE_SCHEMA,     \
                       code, type)
ET_FORALL_FLOAT_DTYPES(EMBEDDING)

ET_KERNEL(quantized_decomposed, embedding_4bit.out, fallback, "v1/0;|5-7,15;|3-7,15;|*", SCHEMA) {
  mixed_embedding<PackedWeight<4>>(context, args, false);
}
ET_KERNEL(quantized_decomposed, embedding_4bit.dtype_out, fallback, "v1/0;|5-7,15;|3-7,15;|*",
          DTYPE_SCHEMA) {
  mixed_embedding<PackedWeight<4>>(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
