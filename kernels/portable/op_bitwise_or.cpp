// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_or.Tensor_out, bitwise_or.Scalar_out: self | other for integers and Bool. The
// inputs broadcast.

#include "../common/dtypes.h"
#include "bits.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void or_run(const ElementRun &run) {
  zip_run<T>(run, [](T a, T b) { return static_cast<T>(a | b); });
}
template <typename T> void or_wide_run(const ElementRun &run) { or_run<BitsOf<T>>(run); }

template <typename T>
constexpr ElementwiseKernel kTensors = elementwise<T>(kBinaryOut, or_run<LoopBits<T>>);
template <typename T>
constexpr ScalarKernel kScalar = scalar_kernel<T>(kBinaryOut, or_run<LoopBits<T>>);
constexpr WideRuns kRuns = ET_WIDE_INTEGER_RUNS(or_wide_run);

} // namespace

#define BITWISE_OR_SCHEMA                                                                          \
  "bitwise_or.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define BITWISE_OR(name, code, type)                                                               \
  ET_KERNEL(aten, bitwise_or.Tensor_out, name, "v1/" #code ";|*", BITWISE_OR_SCHEMA) {             \
    zip(context, args, kTensors<type>);                                                            \
  }
ET_FORALL_INTEGER_AND_BOOL_DTYPES(BITWISE_OR)

ET_KERNEL(aten, bitwise_or.Tensor_out, fallback,
          ET_KEY(IntegersAndBool, IntegersAndBool, NumbersAndBool), BITWISE_OR_SCHEMA) {
  mixed_zip(context, args, kRuns);
}

#define BITWISE_OR_SCALAR_SCHEMA                                                                   \
  "bitwise_or.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define BITWISE_OR_SCALAR(name, code, type)                                                        \
  ET_KERNEL(aten, bitwise_or.Scalar_out, name, "v1/" #code ";|*", BITWISE_OR_SCALAR_SCHEMA) {      \
    zip_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_INTEGER_AND_BOOL_DTYPES(BITWISE_OR_SCALAR)

ET_KERNEL(aten, bitwise_or.Scalar_out, fallback, ET_KEY(IntegersAndBool, NumbersAndBool),
          BITWISE_OR_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
