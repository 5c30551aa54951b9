// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::native_layer_norm.out: normalises over the last dimensions (normalize.h). Weight and bias
// have the sizes of these dimensions. The weight, the bias or both may be None. For each index of
// the other dimensions, the second output has the mean, and the third output has
// 1 / sqrt(variance + eps). As in ExecuTorch, tensors must be contiguous.

#include "../common/layer_norm.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define LAYER_NORM(name, code, type)                                                               \
  ET_KERNEL(aten, native_layer_norm.out, name, "v1/" #code ";|*",                                  \
            "native_layer_norm.out(Tensor input, SymInt[] normalized_shape, Tensor? weight, "      \
            "Tensor? bias, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) "      \
            "-> (Tensor(a!), Tensor(b!), Tensor(c!))") {                                           \
    layer_norm(context, args, kNorm<type>);                                                        \
  }
ET_FORALL_FLOAT_DTYPES(LAYER_NORM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
