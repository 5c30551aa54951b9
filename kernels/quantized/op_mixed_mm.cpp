// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::mixed_mm: multiplies the input matrix by `weight`, a matrix of Char. Each
// row of `weight` has a scale and possibly a zero point.

#include "mixed_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::mixed_mm.out(Tensor input, Tensor weight, Tensor weight_scales, Tensor? " \
  "weight_zero_points, *, Tensor(a!) out) -> Tensor(a!)"
#define MIXED_MM(name, code, type)                                                                 \
  ET_KERNEL(quantized_decomposed, mixed_mm.out, name, "v1/" #code ";|1;|" #code ";|*", SCHEMA) {   \
    mixed_product(context, args, false, kMixed<type>);                                             \
  }
MIXED_MM(Half, 5, Half)
MIXED_MM(Float, 6, float)
MIXED_MM(BFloat16, 15, BFloat16)

ET_KERNEL(quantized_decomposed, mixed_mm.out, fallback, "v1/5-6,15;|1;|5-7,15;|*", SCHEMA) {
  any_mixed_product(context, args, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
