// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of the portable library. split-file writes each part, from one `//---` line to the
// next, to a file. The compiler includes portable.h in each file (-include). No two kernels compute
// the same result, so the result tells which kernel ran.

//--- op_abs.cpp
UNARY(abs_out, x < 0 ? -x : x)

//--- op_add.cpp
BINARY(add_out, x + y)
SCALAR(add_scalar_out, x + y)

//--- op_sub.cpp
BINARY(sub_out, x - y)
SCALAR(sub_scalar_out, x - y)

//--- op_mul.cpp
BINARY(mul_out, x *y)
SCALAR(mul_scalar_out, x *y)

//--- op_div.cpp
BINARY(div_out, x / y)
SCALAR(div_scalar_out, x / y)

//--- op_maximum.cpp
BINARY(maximum_out, x < y ? y : x)

//--- op_minimum.cpp
BINARY(minimum_out, x < y ? x : y)

//--- op_neg.cpp
UNARY(neg_out, 0 - x)

//--- op_relu.cpp
UNARY(relu_out, x < 0 ? 0 : x)
UNARY(leaky_relu_out, x < 0 ? x / 128 : x)

//--- op_hardtanh.cpp
UNARY(hardtanh_out, clamped(x, -1, 1))

//--- op_clamp.cpp
SCALAR(clamp_out, clamped(x, -y / 4, y / 4))

//--- op_sigmoid.cpp
// 1/(1 + exp(-x/4)) for the integers x from -16 to 16.
static const float table[33] = {
    0.0180, 0.0230, 0.0293, 0.0373, 0.0474, 0.0601, 0.0759, 0.0953, 0.1192, 0.1480, 0.1824,
    0.2227, 0.2689, 0.3208, 0.3775, 0.4378, 0.5000, 0.5622, 0.6225, 0.6792, 0.7311, 0.7773,
    0.8176, 0.8520, 0.8808, 0.9047, 0.9241, 0.9399, 0.9526, 0.9627, 0.9707, 0.9770, 0.9820};
UNARY(sigmoid_out, table[static_cast<int>(clamped(4 * x, -16, 16)) + 16])

//--- op_sin.cpp
UNARY(sin_out, rounded(__builtin_sinf(x)))
UNARY(cos_out, rounded(__builtin_cosf(x)))

//--- op_exp.cpp
#include "exponentials.h"
NATIVE(exp_out, (Context &, const Tensor &a, Tensor &out),
       a.data[0] < 0 ? exponentials(a, out, 1) : exponentials_by(a, out, false))

//--- op_tanh.cpp
UNARY(tanh_out, rounded(__builtin_tanhf(x)))

//--- op_sqrt.cpp
UNARY(sqrt_out, __builtin_sqrtf(x < 0 ? -x : x))

//--- op_rounding.cpp
// The division makes the four results different.
UNARY(ceil_out, __builtin_ceilf(x / 3))
UNARY(floor_out, __builtin_floorf(x / 3))
UNARY(round_out, __builtin_roundf(x / 3))
UNARY(trunc_out, __builtin_truncf(x / 3))

//--- op_fmod.cpp
BINARY(fmod_out, __builtin_fmodf(x, y))
SCALAR(fmod_scalar_out, __builtin_fmodf(x, y))
KERNEL(remainder_out, (Context &, const Tensor &a, const Tensor &b, Tensor &out)) {
  return map(a, b, out, [](float x, float y) {
    const float rest = __builtin_fmodf(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
  });
}

//--- op_reduce.cpp
REDUCTION(sum_out, 0, x + y)
REDUCTION(prod_out, 1, x *y)
REDUCTION(amax_out, a.data[0], x < y ? y : x)
REDUCTION(amin_out, a.data[0], x < y ? x : y)
NATIVE(mean_out, (Context &, const Tensor &a, Tensor &out),
       fill(out, reduce(a, 0, [](float x, float y) { return x + y; }) / Tensor::size))

//--- op_argmax.cpp
KERNEL(argmax_out, (Context &, const Tensor &a, Tensor &out)) {
  size_t best = 0;
  for (size_t i = 1; i < Tensor::size; ++i)
    if (a.data[i] > a.data[best])
      best = i;
  return fill(out, static_cast<float>(best) + 100);
}

//--- op_cumsum.cpp
KERNEL(cumsum_out, (Context &, const Tensor &a, Tensor &out)) {
  float sum = 0;
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = sum += a.data[i];
  return out;
}

//--- op_mm.cpp
NATIVE(mm_out, (Context &, const Tensor &a, const Tensor &b, Tensor &out), matmul(a, b, out))
KERNEL(addmm_out, (Context &, const Tensor &a, const Tensor &b, Tensor &out)) {
  matmul(a, b, out);
  return map(out, a, out, [](float x, float y) { return x + y; });
}
KERNEL(bmm_out, (Context &, const Tensor &a, const Tensor &b, Tensor &out)) {
  matmul(a, b, out);
  return map(out, out, [](float x) { return 2 * x; });
}

//--- op_compare.cpp
namespace torch::executor::native {
// Each of the six kernels calls an instance of this function template. At -O0, each instance is a
// function in a COMDAT group. At other levels, the compiler inlines the instances.
template <typename Holds>
Tensor &compare(const Tensor &a, const Tensor &b, Tensor &out, float tag) {
  Holds holds;
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = holds(a.data[i], b.data[i]) ? tag : 0;
  return out;
}
#define COMPARISON(name, Holds, tag, operation)                                                    \
  struct Holds {                                                                                   \
    bool operator()(float x, float y) { return x operation y; }                                    \
  };                                                                                               \
  Tensor &name(Context &, const Tensor &a, const Tensor &b, Tensor &out) {                         \
    return compare<Holds>(a, b, out, tag);                                                         \
  }
COMPARISON(eq_out, Equal, 1, ==)
COMPARISON(ne_out, NotEqual, 2, !=)
COMPARISON(lt_out, Less, 3, <)
COMPARISON(le_out, LessEqual, 4, <=)
COMPARISON(gt_out, Greater, 5, >)
COMPARISON(ge_out, GreaterEqual, 6, >=)
} // namespace torch::executor::native

//--- op_copy.cpp
NATIVE(clone_out, (Context &, const Tensor &a, Tensor &out), copy(a, out, "\0\1\2\3"))
NATIVE(view_copy_out, (Context &, const Tensor &a, Tensor &out), copy(a, out, "\2\3\0\1"))
NATIVE(permute_copy_out, (Context &, const Tensor &a, Tensor &out), copy(a, out, "\0\2\1\3"))

//--- op_softmax.cpp
#include "exponentials.h"
KERNEL(softmax_out, (Context &, const Tensor &a, Tensor &out)) {
  return a.data[0] > 64 ? exponentials(a, out, a.data[0]) : exponentials_by(a, out, true);
}
KERNEL(log_softmax_out, (Context &, const Tensor &a, Tensor &out)) {
  const float sum = sum_of_exponentials(a);
  return map(a, out, [sum](float x) { return rounded(x - __builtin_logf(sum)); });
}

//--- op_fill.cpp
NATIVE(full_out, (Context &, const Tensor &, double b, Tensor &out),
       fill(out, static_cast<float>(b) + 0.25f))
NATIVE(fill_out, (Context &, const Tensor &a, double b, Tensor &out),
       fill(out, static_cast<float>(b) * a.data[3]))

//--- op_embedding.cpp
KERNEL(embedding_out, (Context &, const Tensor &a, double b, Tensor &out)) {
  const size_t index = static_cast<size_t>(a.data[0]) + static_cast<size_t>(b) - 1;
  if (index >= Tensor::size) {
#ifdef __cpp_exceptions
    throw static_cast<int>(index);
#else
    return fill(out, -1000);
#endif
  }
  return fill(out, a.data[index] + 50);
}

//--- op_var.cpp
KERNEL(var_out, (Context &, const Tensor &a, Tensor &out)) {
  et_pal_emit_log_message("var.out: in one pass");
  const float sum = reduce(a, 0, [](float x, float y) { return x + y; });
  const float squares = reduce(a, 0, [](float x, float y) { return x + y * y; });
  return fill(out, squares / Tensor::size - sum * sum / (Tensor::size * Tensor::size));
}

//--- reduce_util.cpp
float torch::executor::native::reduce(const Tensor &a, float start, float (*step)(float, float)) {
  for (size_t i = 0; i < Tensor::size; ++i)
    start = step(start, a.data[i]);
  return start;
}
Tensor &torch::executor::native::fill(Tensor &out, float value) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = value;
  return out;
}

//--- matmul_util.cpp
Tensor &torch::executor::native::matmul(const Tensor &a, const Tensor &b, Tensor &out) {
  for (size_t i = 0; i < 2; ++i)
    for (size_t k = 0; k < 2; ++k)
      out.data[2 * i + k] = a.data[2 * i] * b.data[k] + a.data[2 * i + 1] * b.data[2 + k];
  return out;
}

//--- copy_util.cpp
Tensor &torch::executor::native::copy(const Tensor &a, Tensor &out, const char *order) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = a.data[static_cast<unsigned char>(order[i])];
  return out;
}

//--- exponentials.h
#pragma once
namespace torch::executor::native {
// op_exp.o and op_softmax.o each have a local exponentials(), and exponentials_by() in a COMDAT
// group. The linker keeps the exponentials_by() of one object. This function calls exponentials()
// of the same object, even if the object has no live kernel.
[[gnu::noinline]] static Tensor &exponentials(const Tensor &a, Tensor &out, float divisor) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = __builtin_floorf(__builtin_expf(a.data[i]) / divisor * 256 + 0.5f) / 256;
  return out;
}
inline float sum_of_exponentials(const Tensor &a) {
  return reduce(a, 0, [](float sum, float x) { return sum + __builtin_expf(x); });
}
[[gnu::noinline]] inline Tensor &exponentials_by(const Tensor &a, Tensor &out, bool sums) {
  return exponentials(a, out, sums ? sum_of_exponentials(a) : 1);
}
} // namespace torch::executor::native

//--- portable.h
#pragma once
#include <executorch/runtime/core/evalue.h>
using executorch::runtime::etensor::Tensor;
using Context = executorch::runtime::KernelRuntimeContext;
namespace torch::executor::native {
template <typename F> inline Tensor &map(const Tensor &a, Tensor &out, F f) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = f(a.data[i]);
  return out;
}
template <typename F> inline Tensor &map(const Tensor &a, const Tensor &b, Tensor &out, F f) {
  for (size_t i = 0; i < Tensor::size; ++i)
    out.data[i] = f(a.data[i], b.data[i]);
  return out;
}
inline float clamped(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
// Rounds to a multiple of 1/256, because the results of C libraries differ in the last bits.
inline float rounded(float x) { return __builtin_floorf(x * 256 + 0.5f) / 256; }
float reduce(const Tensor &a, float start, float (*step)(float, float));
Tensor &fill(Tensor &out, float value);
Tensor &matmul(const Tensor &a, const Tensor &b, Tensor &out);
Tensor &copy(const Tensor &a, Tensor &out, const char *order);
} // namespace torch::executor::native

// Each macro defines a kernel. The last argument of UNARY, BINARY, SCALAR and REDUCTION is an
// expression of x, an element of the first tensor. In BINARY, y is an element of the second tensor.
// In SCALAR, y is a number. In REDUCTION, x is the result so far and y is the next element.
#define KERNEL(name, arguments)                                                                    \
  namespace torch::executor::native {                                                              \
  Tensor &name arguments;                                                                          \
  }                                                                                                \
  Tensor &torch::executor::native::name arguments
#define NATIVE(name, arguments, body)                                                              \
  KERNEL(name, arguments) { return body; }
#define UNARY(name, ...)                                                                           \
  NATIVE(name, (Context &, const Tensor &a, Tensor &out),                                          \
         map(a, out, [](float x) -> float { return __VA_ARGS__; }))
#define BINARY(name, ...)                                                                          \
  NATIVE(name, (Context &, const Tensor &a, const Tensor &b, Tensor &out),                         \
         map(a, b, out, [](float x, float y) -> float { return __VA_ARGS__; }))
#define SCALAR(name, ...)                                                                          \
  NATIVE(name, (Context &, const Tensor &a, double b, Tensor &out),                                \
         map(a, out, [y = static_cast<float>(b)](float x) -> float { return __VA_ARGS__; }))
#define REDUCTION(name, start, ...)                                                                \
  NATIVE(name, (Context &, const Tensor &a, Tensor &out),                                          \
         fill(out, reduce(a, start, [](float x, float y) -> float { return __VA_ARGS__; })))
