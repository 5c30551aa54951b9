// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::leaky_relu.out: positive numbers stay; other numbers are multiplied by negative_slope.

#include "../common/activation.h"
#include "../common/dtypes.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kNegativeSlope, kOut };

template <typename T> void leaky_relu_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  const Compute slope = static_cast<const ScalarNumber *>(run.params)->as<Compute>();
  map_run<T>(run, [slope](Compute x) { return static_cast<T>(x > 0 ? x : x * slope); });
}

template <typename T>
constexpr ActivationKernel kLeakyRelu = activation<T>(kOut, leaky_relu_run<T>);

} // namespace

#define LEAKY_RELU(name, code, type)                                                               \
  ET_KERNEL(aten, leaky_relu.out, name, "v1/" #code ";|*",                                         \
            "leaky_relu.out(Tensor self, Scalar negative_slope=0.01, *, Tensor(a!) out) "          \
            "-> Tensor(a!)") {                                                                     \
    activate(context, args, kLeakyRelu<type>);                                                     \
  }
ET_FORALL_FLOAT_DTYPES(LEAKY_RELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
