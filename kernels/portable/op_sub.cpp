// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sub.out, sub.Scalar_out: self - alpha * other. The inputs
// broadcast. As in PyTorch, Bool inputs fail.

#include "add.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kOther, kAlpha, kOut };

template <typename T>
constexpr AddKernel kTensors = {elementwise<T>(kOut, add_run<T>), kScalarReader<T>};
template <typename T>
constexpr AddScalarKernel kScalar = {scalar_kernel<T>(kOut, add_run_of<T, T, ScalarElement<T>>),
                                     kScalarReader<T>};
constexpr WideRuns kRuns = ET_WIDE_RUNS(add_run);

} // namespace

#define SUB_SCHEMA                                                                                 \
  "sub.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
#define SUB(name, code, type)                                                                      \
  ET_KERNEL(aten, sub.out, name, "v1/" #code ";|*", SUB_SCHEMA) {                                  \
    subtract(context, args, kTensors<type>);                                                       \
  }
ET_FORALL_NUMBER_DTYPES(SUB)

ET_KERNEL(aten, sub.out, fallback, ET_KEY(Numbers, Rest), SUB_SCHEMA) {
  mixed_add(context, args, kRuns, true);
}

#define SUB_SCALAR_SCHEMA                                                                          \
  "sub.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)"
#define SUB_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, sub.Scalar_out, name, "v1/" #code ";|*", SUB_SCALAR_SCHEMA) {                    \
    subtract_scalar(context, args, kScalar<type>);                                                 \
  }
ET_FORALL_NUMBER_DTYPES(SUB_SCALAR)

ET_KERNEL(aten, sub.Scalar_out, fallback, ET_KEY(Numbers, Rest), SUB_SCALAR_SCHEMA) {
  mixed_add_scalar(context, args, kRuns, kAsPromoted, true);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
