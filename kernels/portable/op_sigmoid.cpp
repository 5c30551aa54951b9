// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sigmoid.out: 1 / (1 + exp(-self)). The fallback serves integer inputs, which are computed
// in Float, and outputs of another dtype.

#include "sigmoid.h"

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void sigmoid_run(const ElementRun &run) {
  map_run<T>(run, [](ComputeType<T> value) { return static_cast<T>(sigmoid(value)); });
}

void sigmoid_element(NumberKind kind, Element &a, const Element &, const Element &) {
  if (kind == NumberKind::Complex)
    a.number = sigmoid(a.number);
  else
    a.number.real = sigmoid(a.number.real);
}

} // namespace

#define SIGMOID_SCHEMA "sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define SIGMOID(name, code, type)                                                                  \
  ET_KERNEL(aten, sigmoid.out, name, "v1/" #code ";|*", SIGMOID_SCHEMA) {                          \
    elementwise(context, args, {1, 1, ScalarType::name}, sigmoid_run<type>, nullptr);              \
  }
ET_FORALL_FLOAT_DTYPES(SIGMOID)
ET_FORALL_COMPLEX_DTYPES(SIGMOID)

ET_FALLBACK_KERNEL(aten, sigmoid.out, SIGMOID_SCHEMA) {
  Call call(context, args, 2);
  MixedOperands operands = take_mixed_operands(call, 1, 1, true);
  mixed_elementwise(call, operands, sigmoid_element, {0, {0, 0}});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
