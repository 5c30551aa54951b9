// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::minimum.out: the smaller of self and other; NaN if either is NaN. The inputs broadcast.

#include "min_max.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
constexpr ElementwiseKernel kMinimum = elementwise<T>(kBinaryOut, minimum_run<T>);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(minimum_run);

} // namespace

#define MINIMUM_SCHEMA "minimum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MINIMUM(name, code, type)                                                                  \
  ET_KERNEL(aten, minimum.out, name, "v1/" #code ";|*", MINIMUM_SCHEMA) {                          \
    zip(context, args, kMinimum<type>);                                                            \
  }
ET_FORALL_REAL_AND_BOOL_DTYPES(MINIMUM)

ET_KERNEL(aten, minimum.out, fallback, ET_KEY(RealsAndBool, RealsAndBool, NumbersAndBool),
          MINIMUM_SCHEMA) {
  mixed_zip(context, args, kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
