// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::maximum.out: the larger of self and other; NaN if either is NaN. The inputs broadcast.

#include "min_max.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T>
constexpr ElementwiseKernel kMaximum = elementwise<T>(kBinaryOut, maximum_run<T>);
constexpr WideRuns kRuns = ET_WIDE_REAL_RUNS(maximum_run);

} // namespace

#define MAXIMUM_SCHEMA "maximum.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)"
#define MAXIMUM(name, code, type)                                                                  \
  ET_KERNEL(aten, maximum.out, name, "v1/" #code ";|*", MAXIMUM_SCHEMA) {                          \
    zip(context, args, kMaximum<type>);                                                            \
  }
ET_FORALL_REAL_AND_BOOL_DTYPES(MAXIMUM)

ET_KERNEL(aten, maximum.out, fallback, ET_KEY(RealsAndBool, RealsAndBool, NumbersAndBool),
          MAXIMUM_SCHEMA) {
  mixed_zip(context, args, kRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
