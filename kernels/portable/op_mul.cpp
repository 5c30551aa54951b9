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

template <typename T> constexpr ElementwiseKernel kMul = {DtypeOf<T>::value, 2, mul_run<T>};
constexpr WideRuns kMulRuns = ET_WIDE_RUNS(mul_run);

} // namespace

#define MUL_SCHEMA "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*", MUL_SCHEMA) { zip(context, args, kMul<type>); }
ET_FORALL_COMPUTE_DTYPES(MUL)

ET_FALLBACK_KERNEL(aten, mul.out, MUL_SCHEMA) {
  Call call(context, args, 3);
  mixed_zip(call, take_mixed_operands(call, 2), kMulRuns, nullptr);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
