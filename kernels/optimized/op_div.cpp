// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::div.out, div.Scalar_out: self / other, broadcast. Each kernel serves one floating
// point dtype.

#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T, typename Other> struct DivLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    zip_vectors<T, bytes, Other>(run, [](auto a, auto b) ET_INLINED { return a / b; });
  }
};

template <typename T>
constexpr ElementwiseKernel kDiv = elementwise<T>(kBinaryOut, machine_run<T, DivLoop<T, T>>);
template <typename T>
constexpr ScalarKernel kDivScalar =
    scalar_kernel<T>(kBinaryOut, machine_run<T, DivLoop<T, ScalarElement<T>>>);

} // namespace

#define DIV(name, code, type)                                                                      \
  ET_KERNEL(aten, div.out, name, "v1/" #code ";|*",                                                \
            "div.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {               \
    zip(context, args, kDiv<type>);                                                                \
  }
ET_FORALL_FLOAT_DTYPES(DIV)

#define DIV_SCALAR(name, code, type)                                                               \
  ET_KERNEL(aten, div.Scalar_out, name, "v1/" #code ";|*",                                         \
            "div.Scalar_out(Tensor self, Scalar other, *, Tensor(a!) out) -> Tensor(a!)") {        \
    zip_scalar(context, args, kDivScalar<type>);                                                   \
  }
ET_FORALL_FLOAT_DTYPES(DIV_SCALAR)

} // namespace et::kernels::ET_KERNEL_LIBRARY
