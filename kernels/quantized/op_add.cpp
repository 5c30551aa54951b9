// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// quantized_decomposed::add: dequantises two tensors, adds them in floats, and quantises the sum.
// All tensors have the same dtype. The output gets the shape to which the two inputs broadcast.

#include "affine.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define SCHEMA                                                                                     \
  "quantized_decomposed::add.out(Tensor a, float a_scale, int a_zero_point, int a_quant_min, int " \
  "a_quant_max, Tensor b, float b_scale, int b_zero_point, int b_quant_min, int b_quant_max, "     \
  "float out_scale, int out_zero_point, int out_quant_min, int out_quant_max, *, Tensor(a!) "      \
  "out) -> Tensor(a!)"

namespace {

struct Sum {
  Affine a;
  Affine b;
  Affine out;
};

template <typename T, typename Word> void add_run(const ElementRun &run) {
  const Sum sum = *static_cast<const Sum *>(run.params);
  zip_run<T, Word>(run, [sum](T a, T b) {
    const float total = dequantize(a, sum.a) + dequantize(b, sum.b);
    return static_cast<Word>(quantize(sum.out.factor * total, sum.out));
  });
}

Affine take_affine(Call &call, size_t first) {
  return {call.scale(first), call.integer(first + 1), 0, 0};
}

void add(KernelRuntimeContext &context, Args args, ScalarType type, ElementRunFunction run) {
  enum Arguments : size_t {
    kA,
    kAScale,
    kB = 5,
    kBScale,
    kOutScale = 10,
    kOutQuantMin = 12,
    kOut = 14,
    kCount
  };
  Call call(context, args, kCount);
  const Tensor operands[] = {call.output(kOut, type), call.output(kA, type), call.output(kB, type)};
  Sum sum = {take_affine(call, kAScale), take_affine(call, kBScale), take_affine(call, kOutScale)};
  take_limits(call, kOutQuantMin, type, sum.out);
  sum.out.factor = 1.0F / sum.out.factor;
  for_each_element(call, operands, 3, run, &sum);
}

} // namespace

#define ADD(_, name, code, type)                                                                   \
  ET_KERNEL(quantized_decomposed, add.out, name, "v1/" #code ";|*", SCHEMA) {                      \
    add(context, args, ScalarType::name, add_run<type, WordOf<sizeof(type)>>);                     \
  }
ET_FORALL_QUANTIZED_DTYPES(ADD, )

} // namespace et::kernels::ET_KERNEL_LIBRARY
