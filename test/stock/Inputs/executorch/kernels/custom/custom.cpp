// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the custom library. split-file writes a file for each part.

//--- op_scale.cpp
COMBINE(scale_float_out, 3, 0.5f)
COMBINE(scale_double_out, 5, 0.5f)
COMBINE(scale_int_out, 7, 0.5f)
COMBINE(scale_out, 9, 0.5f)

//--- op_shift.cpp
COMBINE(shift_int_out, 16, 2)
COMBINE(shift_out, 32, 2)

//--- op_gate.cpp
BINARY(gate_float_out, y > 0 ? x : -60)
BINARY(gate_double_out, y > 0 ? x : -70)

//--- op_norm.cpp
CUSTOM(norm_out, fill(out, reduce(a, 0, [](float x, float y) { return x + y * y; })))
CUSTOM(norm_float_out, fill(out, reduce(a, 0, [](float x, float y) { return x + y * y; }) + 1000))

//--- op_mix.cpp
CUSTOM(mix_out, combine(add_out(context, a, b, out), a, out, 1, -1.5f))
CUSTOM(mix_add_out, combine(add_out(context, a, b, out), a, out, 1, 4))
COMBINE(mix_mul_out, 0.25f, 0.125f)
COMBINE(blend_out, 0.75f, 0.25f)

//--- op_order.cpp
CUSTOM(reverse, copy(a, out, "\3\2\1\0"))
CUSTOM(rotate_out, copy(a, out, "\1\2\3\0"))

//--- op_hash.cpp
static const uint16_t substitutes[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
static int substitute(float x) { return substitutes[static_cast<int>(4 * x) & 15]; }
BINARY(hash_out, static_cast<float>(substitute(x) * 16 + substitute(y)))

//--- op_quantize.cpp
CUSTOM(quantize_out, map(a, out, [](float x) { return __builtin_floorf(x * 20 + 0.5f) + 7; }))
CUSTOM(dequantize_out, map(a, out, [](float x) { return (x - 7) / 32; }))
CUSTOM(requantize_out, combine(quantize_out(context, a, b, out), a, out, 2, 1))

//--- combine_util.cpp
Tensor &torch::executor::native::combine(const Tensor &a, const Tensor &b, Tensor &out, float of_a,
                                         float of_b) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = of_a * a.data[i] + of_b * b.data[i];
  return out;
}

//--- custom.h
#pragma once
#include "portable.h"
namespace torch::executor::native {
Tensor &combine(const Tensor &a, const Tensor &b, Tensor &out, float of_a, float of_b);
Tensor &add_out(Context &, const Tensor &a, const Tensor &b, Tensor &out);
} // namespace torch::executor::native
#define CUSTOM(name, ...)                                                                          \
  NATIVE(name,                                                                                     \
         ([[maybe_unused]] Context & context, [[maybe_unused]] const Tensor &a,                    \
          [[maybe_unused]] const Tensor &b, Tensor &out),                                          \
         (__VA_ARGS__))
#define COMBINE(name, of_a, of_b) CUSTOM(name, combine(a, b, out, of_a, of_b))
