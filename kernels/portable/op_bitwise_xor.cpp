// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_xor.Tensor_out, bitwise_xor.Scalar_out: self ^ other for integers and Bool. The
// inputs broadcast.

#include "../common/dtypes.h"
#include "bits.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void xor_run(const ElementRun &run) {
  zip_run<T>(run, [](T a, T b) { return static_cast<T>(a ^ b); });
}
template <typename T> void xor_wide_run(const ElementRun &run) { xor_run<BitsOf<T>>(run); }

template <typename T>
constexpr ElementwiseKernel kTensors = elementwise<T>(kBinaryOut, xor_run<LoopBits<T>>);
template <typename T>
constexpr ScalarKernel kScalar = scalar_kernel<T>(kBinaryOut, xor_run<LoopBits<T>>);
constexpr WideRuns kRuns = ET_WIDE_INTEGER_RUNS(xor_wide_run);

} // namespace

#define BITWISE_XOR_SCHEMA                                                                         \
  "bitwise_xor.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define BITWISE_XOR(name, code, type)                                                              \
  ET_KERNEL(aten, bitwise_xor.Tensor_out, name, "v1/" #code ";|*", BITWISE_XOR_SCHEMA) {           \
    zip(context, args, kTensors<type>);                                                            \
  }
ET_FORALL_INTEGER_AND_BOOL_DTYPES(BITWISE_XOR)

ET_KERNEL(aten, bitwise_xor.Tensor_out, fallback,
          ET_KEY(IntegersAndBool, IntegersAndBool, NumbersAndBool), BITWISE_XOR_SCHEMA) {
  mixed_zip(context, args, kRuns);
}

#define BITWISE_XOR_SCALAR_SCHEMA                                                                  \
  "bitwise_xor.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)"
#define BITWISE_XOR_SCALAR(name, code, type)                                                       \
  ET_KERNEL(aten, bitwise_xor.Scalar_out, name, "v1/" #code ";|*", BITWISE_XOR_SCALAR_SCHEMA) {    \
    zip_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_INTEGER_AND_BOOL_DTYPES(BITWISE_XOR_SCALAR)

ET_KERNEL(aten, bitwise_xor.Scalar_out, fallback, ET_KEY(IntegersAndBool, NumbersAndBool),
          BITWISE_XOR_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
