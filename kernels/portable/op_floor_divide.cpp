// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::floor_divide.out: self / other, rounded down. The inputs broadcast. An integer division by
// zero is an error.

#include "../common/dtypes.h"
#include "division.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
constexpr ElementRunFunction floor_divide_run = division_run<FloorQuotient, T>;

template <typename T>
constexpr ElementwiseKernel kTensors = elementwise<T>(kBinaryOut, floor_divide_run<T>);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(floor_divide_run);

} // namespace

#define FLOOR_DIVIDE_SCHEMA                                                                        \
  "floor_divide.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define FLOOR_DIVIDE(name, code, type)                                                             \
  ET_KERNEL(aten, floor_divide.out, name, "v1/" #code ";|*", FLOOR_DIVIDE_SCHEMA) {                \
    divide(context, args, kTensors<type>);                                                         \
  }
ET_FORALL_REAL_DTYPES(FLOOR_DIVIDE)

ET_KERNEL(aten, floor_divide.out, fallback, ET_KEY(RealsAndBool, RealsAndBool, Numbers),
          FLOOR_DIVIDE_SCHEMA) {
  mixed_divide(context, args, kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
