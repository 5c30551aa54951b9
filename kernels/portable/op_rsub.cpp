// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::rsub.Scalar_out: other - alpha * self; `other` is a number.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kOther, kAlpha, kOut };

template <typename T>
constexpr AddScalarKernel kScalar = {
    scalar_kernel<T>(kOut, add_run_of<T, ScalarElement<T>, T>, 1, 1), kScalarReader<T>};
constexpr WideRuns kRuns = ET_WIDE_RUNS(add_run);

} // namespace

#define RSUB_SCALAR_SCHEMA                                                                         \
  "rsub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)"
#define RSUB_SCALAR(name, code, type)                                                              \
  ET_KERNEL(aten, rsub.Scalar_out, name, "v1/" #code ";|*", RSUB_SCALAR_SCHEMA) {                  \
    subtract_scalar(context, args, kScalar<type>);                                                 \
  }
ET_FORALL_NUMBER_DTYPES(RSUB_SCALAR)

ET_KERNEL(aten, rsub.Scalar_out, fallback, ET_KEY(Numbers, Rest), RSUB_SCALAR_SCHEMA) {
  mixed_add_scalar(context, args, kRuns, kSwapped, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
