// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a tensor for a kernel. et-prune reads dtypes from intermediate code. build.sh compiles this
// file without intermediate code, so et-prune does not know the tensor's dtype.

#include "kernels.h"

namespace torch::executor::native {

TensorImpl counter(const Tensor &in, int64_t *count) {
  *count = in.numel();
  return TensorImpl(ScalarType::Long, 1, count);
}

} // namespace torch::executor::native
