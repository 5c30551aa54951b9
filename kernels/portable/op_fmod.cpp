// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::fmod.Tensor_out, fmod.Scalar_out: what is left of self divided by other, with the sign of
// self. An integer divided by zero is an error.

#include "../common/dtypes.h"
#include "division.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> constexpr ElementRunFunction fmod_run = division_run<TruncatedRemainder, T>;
template <typename T> constexpr ElementwiseKernel kTensors = elementwise<T>(2, fmod_run<T>);
template <typename T>
constexpr ScalarKernel kScalar =
    divisor_kernel<T>(2, division_run<TruncatedRemainder, T, ScalarElement<T>>);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(fmod_run);

} // namespace

#define FMOD_SCHEMA "fmod.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define FMOD(name, code, type)                                                                     \
  ET_KERNEL(aten, fmod.Tensor_out, name, "v1/" #code ";|*", FMOD_SCHEMA) {                         \
    divide(context, args.items(), args.size(), kTensors<type>);                                    \
  }
ET_FORALL_REAL_DTYPES(FMOD)

ET_KERNEL(aten, fmod.Tensor_out, fallback, ET_KEY(RealsAndBool, RealsAndBool, Numbers),
          FMOD_SCHEMA) {
  mixed_divide(context, args.items(), args.size(), kRuns);
}

#define FMOD_SCALAR_SCHEMA                                                                         \
  "fmod.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define FMOD_SCALAR(name, code, type)                                                              \
  ET_KERNEL(aten, fmod.Scalar_out, name, "v1/" #code ";|*", FMOD_SCALAR_SCHEMA) {                  \
    zip_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_REAL_DTYPES(FMOD_SCALAR)

ET_KERNEL(aten, fmod.Scalar_out, fallback, ET_KEY(RealsAndBool, Numbers), FMOD_SCALAR_SCHEMA) {
  mixed_divide_by_number(context, args.items(), args.size(), kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
