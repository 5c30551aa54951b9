// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the custom library, a file for a few operators: split-file takes this apart. Some
// use what the portable library has.

//--- op_scale.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &scale_float_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 3, 0.5f);
}
Tensor &scale_double_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 5, 0.5f);
}
Tensor &scale_int_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 7, 0.5f);
}
Tensor &scale_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 9, 0.5f);
}
} // namespace torch::executor::native

//--- op_shift.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &shift_int_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 16, 2);
}
Tensor &shift_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 32, 2);
}
} // namespace torch::executor::native

//--- op_gate.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &gate_float_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = b.data[i] > 0 ? a.data[i] : -60;
  return out;
}
Tensor &gate_double_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = b.data[i] > 0 ? a.data[i] : -70;
  return out;
}
} // namespace torch::executor::native

//--- op_norm.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &norm_out(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  return fill(out, reduce(a, 0, [](float x, float y) { return x + y * y; }));
}
Tensor &norm_float_out(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  return fill(out, reduce(a, 0, [](float x, float y) { return x + y * y; }) + 1000);
}
} // namespace torch::executor::native

//--- op_mix.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &mix_out(Context &context, const Tensor &a, const Tensor &b, Tensor &out) {
  add_out(context, a, b, out);
  return combine(out, a, out, 1, -1.5f);
}
Tensor &mix_add_out(Context &context, const Tensor &a, const Tensor &b, Tensor &out) {
  add_out(context, a, b, out);
  return combine(out, a, out, 1, 4);
}
Tensor &mix_mul_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 0.25f, 0.125f);
}
Tensor &blend_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  return combine(a, b, out, 0.75f, 0.25f);
}
} // namespace torch::executor::native

//--- op_order.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &reverse(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  return copy(a, out, "\3\2\1\0");
}
Tensor &rotate_out(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  return copy(a, out, "\1\2\3\0");
}
} // namespace torch::executor::native

//--- op_hash.cpp
#include "custom.h"
namespace torch::executor::native {
static const uint16_t substitutes[16] = {12, 5, 6, 11, 9, 0, 10, 13, 3, 14, 15, 8, 4, 7, 1, 2};
Tensor &hash_out(Context &, const Tensor &a, const Tensor &b, Tensor &out) {
  for (size_t i = 0; i < Tensor::size; ++i) {
    const int low = static_cast<int>(4 * a.data[i]) & 15;
    const int high = static_cast<int>(4 * b.data[i]) & 15;
    out.data[i] = static_cast<float>(substitutes[low] * 16 + substitutes[high]);
  }
  return out;
}
} // namespace torch::executor::native

//--- op_quantize.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &quantize_out(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = __builtin_floorf(a.data[i] * 20 + 0.5f) + 7;
  return out;
}
Tensor &dequantize_out(Context &, const Tensor &a, const Tensor &, Tensor &out) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = (a.data[i] - 7) / 32;
  return out;
}
Tensor &requantize_out(Context &context, const Tensor &a, const Tensor &b, Tensor &out) {
  quantize_out(context, a, b, out);
  return combine(out, a, out, 2, 1);
}
} // namespace torch::executor::native

//--- combine_util.cpp
#include "custom.h"
namespace torch::executor::native {
Tensor &combine(const Tensor &a, const Tensor &b, Tensor &out, float of_a, float of_b) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = of_a * a.data[i] + of_b * b.data[i];
  return out;
}
} // namespace torch::executor::native

//--- custom.h
#pragma once
#include "portable.h"
namespace torch::executor::native {
// combine_util.cpp
Tensor &combine(const Tensor &a, const Tensor &b, Tensor &out, float of_a, float of_b);
// op_add.cpp of the portable library
Tensor &add_out(Context &, const Tensor &a, const Tensor &b, Tensor &out);
} // namespace torch::executor::native
