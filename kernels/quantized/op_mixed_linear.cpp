// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::mixed_linear: multiplies the input matrix by the transpose of `weight`, a
// matrix of Char. Each row of `weight` is divided into g groups; g may be 1. A group has a scale
// and possibly a zero point. A group has (row length / g) elements, rounded up; the last group may
// be shorter.

#include "mixed_product.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::mixed_linear.out(Tensor input, Tensor weight, Tensor weight_scales, "     \
  "Tensor? weight_zero_points, ScalarType? dtype=None, *, Tensor(a!) out) -> Tensor(a!)"
#define MIXED_LINEAR(name, code, type)                                                             \
  ET_KERNEL(quantized_decomposed, mixed_linear.out, name, "v1/" #code ";|1;|" #code ";|*",         \
            SCHEMA) {                                                                              \
    mixed_product(context, args, true, kMixed<type>);                                              \
  }
MIXED_LINEAR(Half, 5, Half)
MIXED_LINEAR(Float, 6, float)
MIXED_LINEAR(BFloat16, 15, BFloat16)

ET_KERNEL(quantized_decomposed, mixed_linear.out, fallback, "v1/5-6,15;|1;|5-7,15;|*", SCHEMA) {
  any_mixed_product(context, args, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
