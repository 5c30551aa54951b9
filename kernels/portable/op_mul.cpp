// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mul.out, mul.Scalar_out: self * other. The inputs broadcast.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Other> void mul_run_of(const ElementRun &run) {
  using Compute = ComputeType<T>;
  zip_run<T, T, Other, Compute>(run, [](Compute a, Compute b) { return static_cast<T>(a * b); });
}
template <typename T> void mul_run(const ElementRun &run) { mul_run_of<T, T>(run); }

template <typename T> constexpr ElementwiseKernel kMul = elementwise<T>(kBinaryOut, mul_run<T>);
template <typename T>
constexpr ScalarKernel kMulScalar = scalar_kernel<T>(kBinaryOut, mul_run_of<T, ScalarElement<T>>);
constexpr WideRuns kMulRuns = ET_WIDE_RUNS(mul_run);

} // namespace

#define MUL_SCHEMA "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*", MUL_SCHEMA) { zip(context, args, kMul<type>); }
ET_FORALL_COMPUTE_DTYPES(MUL)

ET_KERNEL(aten, mul.out, fallback, ET_KEY(NumbersAndBool, Rest), MUL_SCHEMA) {
  mixed_zip(context, args, kMulRuns);
}

#define MUL_SCALAR_SCHEMA                                                                          \
  "mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define MUL_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, mul.Scalar_out, name, "v1/" #code ";|*", MUL_SCALAR_SCHEMA) {                    \
    zip_scalar(context, args, kMulScalar<type>);                                                   \
  }
ET_FORALL_COMPUTE_DTYPES(MUL_SCALAR)

ET_KERNEL(aten, mul.Scalar_out, fallback, ET_KEY(NumbersAndBool, Rest), MUL_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kMulRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
