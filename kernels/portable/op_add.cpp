// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::add.out, add.Scalar_out: self + alpha * other. The tensors broadcast.

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

#define ADD_SCHEMA                                                                                 \
  "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)"
#define ADD(name, code, type)                                                                      \
  ET_KERNEL(aten, add.out, name, "v1/" #code ";|*", ADD_SCHEMA) {                                  \
    add(context, args, kTensors<type>);                                                            \
  }
ET_FORALL_COMPUTE_DTYPES(ADD)

ET_KERNEL(aten, add.out, fallback, ET_KEY(NumbersAndBool, Rest), ADD_SCHEMA) {
  mixed_add(context, args, kRuns, false);
}

#define ADD_SCALAR_SCHEMA                                                                          \
  "add.Scalar_out(Tensor self, Scalar other, Scalar alpha=1, *, Tensor(a!) out) -> Tensor(a!)"
#define ADD_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, add.Scalar_out, name, "v1/" #code ";|*", ADD_SCALAR_SCHEMA) {                    \
    add_scalar(context, args, kScalar<type>);                                                      \
  }
ET_FORALL_COMPUTE_DTYPES(ADD_SCALAR)

ET_KERNEL(aten, add.Scalar_out, fallback, ET_KEY(NumbersAndBool, Rest), ADD_SCALAR_SCHEMA) {
  mixed_add_scalar(context, args, kRuns, kAsPromoted, false);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
