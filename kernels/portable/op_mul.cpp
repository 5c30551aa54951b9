// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mul.out: self * other, broadcast.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void mul_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  zip_run<T>(run, [](Compute a, Compute b) { return static_cast<T>(a * b); });
}

void mul_element(NumberKind kind, Element &a, const Element &b, const Element &) {
  a.integer =
      static_cast<int64_t>(static_cast<uint64_t>(a.integer) * static_cast<uint64_t>(b.integer));
  if (kind == NumberKind::Complex)
    a.number = a.number * b.number;
  else
    a.number.real *= b.number.real;
}

} // namespace

#define MUL_SCHEMA "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*", MUL_SCHEMA) {                                  \
    elementwise(context, args, {2, 2, ScalarType::name}, mul_run<type>, nullptr);                  \
  }
ET_FORALL_COMPUTE_DTYPES(MUL)

ET_FALLBACK_KERNEL(aten, mul.out, MUL_SCHEMA) {
  Call call(context, args, 3);
  MixedOperands operands = take_mixed_operands(call, 2, 2, false);
  mixed_elementwise(call, operands, mul_element, {0, {0, 0}});
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
