// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mul.out, mul.Scalar_out: self * other. Tensors broadcast. Each kernel serves one dtype.

#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Other> struct MulLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    zip_vectors<T, bytes, Other>(run, [](auto a, auto b) ET_INLINED { return a * b; });
  }
};

template <typename T>
constexpr ElementwiseKernel kMul = elementwise<T>(kBinaryOut, machine_run<T, MulLoop<T, T>>);
template <typename T>
constexpr ScalarKernel kMulScalar =
    scalar_kernel<T>(kBinaryOut, machine_run<T, MulLoop<T, ScalarElement<T>>>);

} // namespace

#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*",                                                \
            "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {               \
    zip(context, args, kMul<type>);                                                                \
  }
ET_FORALL_REAL_DTYPES(MUL)

#define MUL_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, mul.Scalar_out, name, "v1/" #code ";|*",                                         \
            "mul.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)") {        \
    zip_scalar(context, args, kMulScalar<type>);                                                   \
  }
ET_FORALL_REAL_DTYPES(MUL_SCALAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
