// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::bitwise_right_shift.Tensor_out, bitwise_right_shift.Tensor_Scalar_out: self >> other,
// broadcast, of integers. A distance that is negative, or as large as the number of bits or larger,
// leaves the sign alone: 0 or -1.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> T shifted(T a, T b) {
  constexpr T all = 8 * sizeof(T) - 1;
  return a >> (b < 0 || b > all ? all : b);
}

/// What the narrower dtypes lose by it they lose as it is stored.
template <typename T> void shift_run(const ElementRun &run) {
  using Number = NumberType<T>;
  zip_run<T>(run, [](Number a, Number b) { return static_cast<T>(shifted<Number>(a, b)); });
}

template <typename T> constexpr ElementwiseKernel kTensors = elementwise<T>(2, shift_run<T>);
template <typename T> constexpr ScalarKernel kScalar = scalar_kernel<T>(2, shift_run<T>);
constexpr WideRuns kRuns = ET_WIDE_INTEGER_RUNS(shift_run);

} // namespace

#define RIGHT_SHIFT_SCHEMA                                                                         \
  "bitwise_right_shift.Tensor_out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define RIGHT_SHIFT(name, code, type)                                                              \
  ET_KERNEL(aten, bitwise_right_shift.Tensor_out, name, "v1/" #code ";|*", RIGHT_SHIFT_SCHEMA) {   \
    zip(context, args, kTensors<type>);                                                            \
  }
ET_FORALL_INTEGER_DTYPES(RIGHT_SHIFT)

ET_KERNEL(aten, bitwise_right_shift.Tensor_out, fallback,
          ET_KEY(IntegersAndBool, IntegersAndBool, Numbers), RIGHT_SHIFT_SCHEMA) {
  mixed_zip(context, args, kRuns, kWithoutBool);
}

#define RIGHT_SHIFT_SCALAR_SCHEMA                                                                  \
  "bitwise_right_shift.Tensor_Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> "        \
  "Tensor(a!)"
#define RIGHT_SHIFT_SCALAR(name, code, type)                                                       \
  ET_KERNEL(aten, bitwise_right_shift.Tensor_Scalar_out, name, "v1/" #code ";|*",                  \
            RIGHT_SHIFT_SCALAR_SCHEMA) {                                                           \
    zip_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_INTEGER_DTYPES(RIGHT_SHIFT_SCALAR)

ET_KERNEL(aten, bitwise_right_shift.Tensor_Scalar_out, fallback, ET_KEY(IntegersAndBool, Numbers),
          RIGHT_SHIFT_SCALAR_SCHEMA) {
  mixed_scalar(context, args, kRuns, kWithoutBool);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
