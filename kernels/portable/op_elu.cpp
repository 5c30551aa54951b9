// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::elu.out: self * scale if self is positive, else
// (exp(self * input_scale) - 1) * alpha * scale.

#include <cmath>

#include "../common/activation.h"
#include "../common/dtypes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kAlpha, kScale, kInputScale, kOut };

template <typename T> void elu_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const auto *numbers = static_cast<const ScalarNumber *>(run.params);
  const Compute scale = numbers[1].as<Compute>();
  const Compute negative_scale = numbers[0].as<Compute>() * scale;
  const Compute input_scale = numbers[2].as<Compute>();
  map_run<T>(run, [=](Compute x) {
    return static_cast<T>(x <= 0 ? std::expm1(x * input_scale) * negative_scale : x * scale);
  });
}

template <typename T> constexpr ActivationKernel kElu = activation<T>(kOut, elu_run<T>);

} // namespace

#define ELU(name, code, type)                                                                      \
  ET_KERNEL(aten, elu.out, name, "v1/" #code ";|*",                                                \
            "elu.out(Tensor self, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1, *, "       \
            "Tensor(a!) out) -> Tensor(a!)") {                                                     \
    activate(context, args, kElu<type>);                                                           \
  }
ET_FORALL_FLOAT_DTYPES(ELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
