// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions and variables have the names of ExecuTorch's registry, because et-prune recognizes
// a registry by these names.

#include "generated.h"

namespace executorch {
namespace runtime {
namespace {
constexpr size_t kMaxRegisteredKernels = 50;
void *registered_kernels_data[kMaxRegisteredKernels * sizeof(Kernel) / sizeof(void *)];
size_t num_registered_kernels = 0;
} // namespace

Error register_kernels(const Span<const Kernel> kernels) {
  if (kernels.size() + num_registered_kernels > kMaxRegisteredKernels)
    __builtin_trap();
  for (const Kernel &kernel : kernels)
    memcpy(reinterpret_cast<Kernel *>(registered_kernels_data) + num_registered_kernels++, &kernel,
           sizeof(kernel));
  return Error::Ok;
}

Span<const Kernel> get_registered_kernels() {
  return {reinterpret_cast<const Kernel *>(registered_kernels_data), num_registered_kernels};
}
} // namespace runtime
} // namespace executorch
