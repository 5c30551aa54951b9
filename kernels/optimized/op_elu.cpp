// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::elu.out: self * scale if self > 0, else (exp(self * input_scale) - 1) * alpha * scale.

#include "../common/activation.h"
#include "exponential.h"
#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kAlpha, kScale, kInputScale, kOut };

template <typename T> struct EluLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    using Real = Lane<T>;
    const auto *numbers = static_cast<const ScalarNumber *>(run.params);
    const Real scale = numbers[1].as<Real>();
    const Real negative_scale = numbers[0].as<Real>() * scale;
    const Real input_scale = numbers[2].as<Real>();
    if (input_scale >= 0)
      return map_vectors<T, bytes>(run, [=](auto x) ET_INLINED {
        return x <= 0 ? exponential_less_one(x * input_scale) * negative_scale : x * scale;
      });
    map_vectors<T, bytes>(run, [=](auto x) ET_INLINED {
      return x <= 0 ? (exponential_of_any(x * input_scale) - Real(1)) * negative_scale : x * scale;
    });
  }
};

template <typename T>
constexpr ActivationKernel kElu = activation<T>(kOut, machine_run<T, EluLoop<T>>);

} // namespace

#define ELU(name, code, type)                                                                      \
  ET_KERNEL(aten, elu.out, name, "v1/" #code ";|*",                                                \
            "elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, "       \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    activate(context, args, kElu<type>);                                                           \
  }
ET_FORALL_FLOAT_DTYPES(ELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
