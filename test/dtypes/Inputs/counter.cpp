// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that makes a tensor for a kernel. It is compiled to machine code only.

#include "kernels.h"

namespace torch::executor::native {

TensorImpl counter(const Tensor &in, int64_t *count) {
  *count = in.numel();
  return TensorImpl(ScalarType::Long, 1, count);
}

} // namespace torch::executor::native
