// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::add.out: self + alpha * other, broadcast, for tensors of one dtype.

#include "../common/scalar_argument.h"
#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

/// For alpha = 1.
struct Add {
  explicit Add(const ElementRun &) {}
  template <typename Numbers> ET_ALWAYS_INLINE Numbers operator()(Numbers a, Numbers b) const {
    return a + b;
  }
};

template <typename T> class AddScaled {
public:
  explicit AddScaled(const ElementRun &run)
      : alpha_(*static_cast<const ComputeType<T> *>(run.params)),
        alphas_(splat(static_cast<Lane<T>>(alpha_))) {}
  ET_ALWAYS_INLINE ComputeType<T> operator()(ComputeType<T> a, ComputeType<T> b) const {
    return a + alpha_ * b;
  }
  ET_ALWAYS_INLINE Vector<Lane<T>> operator()(Vector<Lane<T>> a, Vector<Lane<T>> b) const {
    return a + alphas_ * b;
  }

private:
  ComputeType<T> alpha_;
  Vector<Lane<T>> alphas_;
};

template <typename T> void add(KernelRuntimeContext &context, Args args) {
  Call call(context, args, 4);
  ComputeType<T> alpha = 1;
  call.require(call.ok() && !call[2].isBool() && read_scalar<T>(call[2], alpha));
  zip(call, elementwise<T>(3, alpha == 1 ? zip_vectors<T, Add> : zip_vectors<T, AddScaled<T>>),
      &alpha);
}

} // namespace

#define ADD(name, code, type)                                                                      \
  ET_KERNEL(aten, add.out, name, "v1/" #code ";|*",                                                \
            "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) "               \
            "-> Tensor(a!)") {                                                                     \
    add<type>(context, args);                                                                      \
  }
ET_FORALL_REAL_DTYPES(ADD)

} // namespace et::kernels::ET_KERNEL_LIBRARY
