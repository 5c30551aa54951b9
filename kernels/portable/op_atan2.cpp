// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::atan2.out: the angle of the point (x = other, y = self). The inputs broadcast. Integers are
// computed in Float.

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"
#include <cmath>

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void atan2_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  zip_run<T>(run, [](Compute a, Compute b) { return static_cast<T>(std::atan2(a, b)); });
}

template <typename T> constexpr ElementwiseKernel kAtan2 = elementwise<T>(kBinaryOut, atan2_run<T>);
constexpr WideRuns kRuns = ET_WIDE_REAL_FLOAT_RUNS(atan2_run);

} // namespace

#define ATAN2_SCHEMA "atan2.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define ATAN2(name, code, type)                                                                    \
  ET_KERNEL(aten, atan2.out, name, "v1/" #code ";|*", ATAN2_SCHEMA) {                              \
    zip(context, args, kAtan2<type>);                                                              \
  }
ET_FORALL_FLOAT_DTYPES(ATAN2)

ET_KERNEL(aten, atan2.out, fallback, ET_KEY(RealsAndBool, RealsAndBool, FloatsAndComplex),
          ATAN2_SCHEMA) {
  mixed_zip(context, args, kRuns, kFractional);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
