// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::gelu.out: x * Phi(x), where Phi is the standard normal distribution function. With the
// argument approximate = "tanh", Phi(x) is approximated by (1 + tanh(y)) / 2, where
// y = sqrt(2 / pi) (x + 0.044715 x^3). The kernel computes (1 + tanh(y)) / 2 as the logistic
// function of 2y, so that tanh() is not linked. The logistic function needs exp(), which erf()
// links anyway.

#include <cmath>

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "sigmoid.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kApproximate, kOut, kCount };

template <typename T> void gelu_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  constexpr Compute root_half = Compute(0.70710678118654752440);
  map_run<T>(run, [](Compute x) {
    return static_cast<T>(x * Compute(0.5) * (1 + std::erf(x * root_half)));
  });
}

template <typename T> void gelu_tanh_run(const ElementRun &run) {
  using Compute = ComputeType<T>;
  constexpr Compute twice_root = Compute(2 * 0.79788456080286535588); // 2 * sqrt(2 / pi)
  constexpr Compute cubic = Compute(0.044715);
  map_run<T>(run, [](Compute x) {
    return static_cast<T>(x * sigmoid(twice_root * (x + cubic * (x * x * x))));
  });
}

struct GeluKernel : ElementwiseKernel {
  ElementRunFunction tanh_run;
};
template <typename T>
constexpr GeluKernel kGelu = {elementwise<T>(kOut, gelu_run<T>), gelu_tanh_run<T>};

void gelu(KernelRuntimeContext &context, Args args, const GeluKernel &kernel) {
  Call call(context, args, kCount);
  const bool is_exact = call.is_first_of(kApproximate, "none", "tanh");
  const Tensor out = call.output(kOut, kernel.dtype);
  const Tensor in = call.output(kSelf, kernel.dtype);
  map(call, out, in, is_exact ? kernel.run : kernel.tanh_run, nullptr);
}

} // namespace

#define GELU(name, code, type)                                                                     \
  ET_KERNEL(aten, gelu.out, name, "v1/" #code ";|*",                                               \
            "gelu.out(Tensor self, *, str approximate='none', Tensor(a!) out) -> Tensor(a!)") {    \
    gelu(context, args, kGelu<type>);                                                              \
  }
ET_FORALL_FLOAT_DTYPES(GELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
