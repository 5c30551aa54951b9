// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes a tensor for a kernel. Without bitcode of this file, et-prune cannot know the dtype.

#include "kernels.h"

namespace torch::executor::native {

TensorImpl counter(const Tensor &in, int64_t *count) {
  *count = in.numel();
  return TensorImpl(ScalarType::Long, 1, count);
}

} // namespace torch::executor::native
