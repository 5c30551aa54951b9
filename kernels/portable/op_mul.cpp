// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mul.out: self * other, broadcast.

#include "dtypes.h"
#include "elementwise.h"

namespace et {
namespace {

template <typename T> void mul_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  zip_run<T>(run, [](Compute a, Compute b) { return static_cast<T>(a * b); });
}

} // namespace

#define MUL_SCHEMA "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*", MUL_SCHEMA) {                                  \
    elementwise(context, args, {2, 2, ScalarType::name}, mul_run<type>, nullptr);                  \
  }
ET_FORALL_COMPUTE_DTYPES(MUL)

} // namespace et
