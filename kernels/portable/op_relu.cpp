// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::relu.out: max(self, 0). NaN stays NaN. PyTorch refuses Bool and complex tensors.

#include "../common/dtypes.h"
#include "../common/elementwise.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> void relu_run(const ElementRun &run) {
  map_run<T>(run, [](T value) { return value < 0 ? T{} : value; });
}

} // namespace

#define RELU(name, code, type)                                                                     \
  ET_KERNEL(aten, relu.out, name, "v1/" #code ";|*",                                               \
            "relu.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)") {                            \
    elementwise(context, args, {1, 1, ScalarType::name}, relu_run<type>, nullptr);                 \
  }
ET_FORALL_REAL_DTYPES(RELU)

} // namespace et::kernels::ET_KERNEL_LIBRARY
