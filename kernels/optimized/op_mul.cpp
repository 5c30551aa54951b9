// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::mul.out: self * other, broadcast, for tensors of one dtype.

#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

struct Multiply {
  explicit Multiply(const ElementRun &) {}
  template <typename Numbers> ET_ALWAYS_INLINE Numbers operator()(Numbers a, Numbers b) const {
    return a * b;
  }
};

template <typename T>
constexpr ElementwiseKernel kMul = elementwise<T>(2, zip_vectors<T, Multiply>);

} // namespace

#define MUL(name, code, type)                                                                      \
  ET_KERNEL(aten, mul.out, name, "v1/" #code ";|*",                                                \
            "mul.out(Tensor self, Tensor other, *, Tensor(a!) out) -> Tensor(a!)") {               \
    zip(context, args, kMul<type>);                                                                \
  }
ET_FORALL_REAL_DTYPES(MUL)

} // namespace et::kernels::ET_KERNEL_LIBRARY
