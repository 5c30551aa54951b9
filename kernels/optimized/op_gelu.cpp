// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::gelu.out: self times the standard normal distribution function of self. If `approximate` is
// "tanh", the distribution function is approximated by (1 + tanh(y)) / 2, which is the logistic
// function of 2y, where y = sqrt(2 / pi) * (self + 0.044715 * self^3).
//
// exponential.h computes the normal distribution only with the precision of a float, so the
// portable library serves Double.

#include "../common/dtypes.h"
#include "exponential.h"
#include "vector_run.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

enum Arguments : size_t { kSelf, kApproximate, kOut, kCount };

template <typename T> struct GeluLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    map_vectors<T, bytes>(run, [](auto x) ET_INLINED {
      const auto above = normal_tail(magnitude_of(x));
      return x * (x > 0 ? 1.0F - above : above);
    });
  }
};

template <typename T> struct GeluTanhLoop {
  template <size_t bytes> ET_ALWAYS_INLINE static void run(const ElementRun &run) {
    map_vectors<T, bytes>(run, [](auto x) ET_INLINED {
      constexpr float twice_root = 2 * 0.79788456F; // 2 * sqrt(2 / pi)
      return x * logistic(twice_root * (x + 0.044715F * (x * x * x)));
    });
  }
};

struct GeluKernel : ElementwiseKernel {
  ElementRunFunction tanh_run;
};
template <typename T>
constexpr GeluKernel kGelu = {elementwise<T>(kOut, machine_run<T, GeluLoop<T>>),
                              machine_run<T, GeluTanhLoop<T>>};

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
GELU(Half, 5, Half)
GELU(BFloat16, 15, BFloat16)
GELU(Float, 6, float)

} // namespace et::kernels::ET_KERNEL_LIBRARY
