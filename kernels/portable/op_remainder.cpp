// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::remainder.Tensor_out, remainder.Scalar_out: what is left of self divided by other, with the
// sign of other, as Python's `%`. An integer divided by zero is an error.

#include "../common/dtypes.h"
#include "division.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> constexpr ElementRunFunction remainder_run = division_run<FloorRemainder, T>;

template <typename T> constexpr ElementwiseKernel kTensors = elementwise<T>(2, remainder_run<T>);
template <typename T>
constexpr ScalarKernel kScalar =
    divisor_kernel<T>(2, division_run<FloorRemainder, T, ScalarElement<T>>);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(remainder_run);

} // namespace

#define REMAINDER_SCHEMA                                                                           \
  "remainder.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define REMAINDER(name, code, type)                                                                \
  ET_KERNEL(aten, remainder.Tensor_out, name, "v1/" #code ";|*", REMAINDER_SCHEMA) {               \
    divide(context, args.items(), args.size(), kTensors<type>);                                    \
  }
ET_FORALL_REAL_DTYPES(REMAINDER)

ET_KERNEL(aten, remainder.Tensor_out, fallback, ET_KEY(RealsAndBool, RealsAndBool, Numbers),
          REMAINDER_SCHEMA) {
  mixed_divide(context, args.items(), args.size(), kRuns);
}

#define REMAINDER_SCALAR_SCHEMA                                                                    \
  "remainder.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define REMAINDER_SCALAR(name, code, type)                                                         \
  ET_KERNEL(aten, remainder.Scalar_out, name, "v1/" #code ";|*", REMAINDER_SCALAR_SCHEMA) {        \
    zip_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_REAL_DTYPES(REMAINDER_SCALAR)

ET_KERNEL(aten, remainder.Scalar_out, fallback, ET_KEY(RealsAndBool, Numbers),
          REMAINDER_SCALAR_SCHEMA) {
  mixed_divide_by_number(context, args.items(), args.size(), kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
