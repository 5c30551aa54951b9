// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// aten::native_layer_norm.out: normalises over the last dimensions, whose sizes are the list
// normalized_shape. Weight and bias have these sizes, too; each may be None. The second and third
// outputs are the mean and 1 / sqrt(variance + eps).

#include "../common/layer_norm.h"
#include "normalize.h"

namespace et::kernels::ET_KERNEL_LIBRARY {

#define LAYER_NORM(name, code, type)                                                               \
  ET_KERNEL(aten, native_layer_norm.out, name, "v1/" #code ";|*",                                  \
            "native_layer_norm.out(Tensor input, SymInt[] normalized_shape, Tensor? weight, "      \
            "Tensor? bias, float eps, *, Tensor(a!) out0, Tensor(b!) out1, Tensor(c!) out2) "      \
            "-> (Tensor(a!), Tensor(b!), Tensor(c!))") {                                           \
    layer_norm(context, args, kVectorNorm<type>);                                                  \
  }
ET_FORALL_FLOAT_DTYPES(LAYER_NORM)

} // namespace et::kernels::ET_KERNEL_LIBRARY
