// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::sigmoid.out: 1 / (1 + exp(-self)). The fallback serves integer inputs, which are computed
// in Float, and outputs of another dtype. Complex numbers have kernels of their own for that: an
// image without them has no sine.

#include "sigmoid.h"

#include "../common/dtypes.h"
#include "../common/elementwise.h"
#include "mixed.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void sigmoid_run(const ElementRun &run) {
  map_run<T>(run, [](ComputeType<T> value) { return static_cast<T>(sigmoid(value)); });
}

template <typename T> constexpr ElementwiseKernel kSigmoid = {DtypeOf<T>::value, 1, sigmoid_run<T>};
constexpr WideRuns kSigmoidRuns = {nullptr, nullptr, sigmoid_run<float>, sigmoid_run<double>,
                                   nullptr, nullptr};
constexpr WideRuns kComplexSigmoidRuns = {
    nullptr, nullptr, nullptr, nullptr, sigmoid_run<Complex<float>>, sigmoid_run<Complex<double>>};

void mixed_sigmoid(KernelRuntimeContext &context, Args args, const WideRuns &runs) {
  Call call(context, args, 2);
  mixed_map(call, runs, nullptr);
}

} // namespace

#define SIGMOID_SCHEMA "sigmoid.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"
#define SIGMOID(name, code, type)                                                                  \
  ET_KERNEL(aten, sigmoid.out, name, "v1/" #code ";|*", SIGMOID_SCHEMA) {                          \
    map(context, args, kSigmoid<type>);                                                            \
  }
ET_FORALL_FLOAT_DTYPES(SIGMOID)
ET_FORALL_COMPLEX_DTYPES(SIGMOID)

ET_KERNEL(aten, sigmoid.out, ComplexFloat_ComplexDouble, "v1/9;|10;", SIGMOID_SCHEMA) {
  mixed_sigmoid(context, args, kComplexSigmoidRuns);
}
ET_KERNEL(aten, sigmoid.out, ComplexDouble_ComplexFloat, "v1/10;|9;", SIGMOID_SCHEMA) {
  mixed_sigmoid(context, args, kComplexSigmoidRuns);
}

ET_FALLBACK_KERNEL(aten, sigmoid.out, SIGMOID_SCHEMA) {
  mixed_sigmoid(context, args, kSigmoidRuns);
}

} // namespace et::kernels::ET_KERNEL_LIBRARY
