// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of a stand-in for ExecuTorch's headers (test/executorch/Inputs/include/README.md): what a
// registry of kernels holds.

#pragma once

#include <executorch/runtime/kernel/kernel_runtime_context.h>

namespace executorch {
namespace runtime {

#if defined(ET_FIXTURE_RELEASE) && ET_FIXTURE_RELEASE < 10
using OpFunction = void (*)(KernelRuntimeContext &, EValue **);
#else
using OpFunction = void (*)(KernelRuntimeContext &, Span<EValue *>);
#endif

struct KernelKey {
  constexpr KernelKey() = default;
  constexpr KernelKey(const char *text) : kernel_key_data_(text) {}
  const char *data() const { return kernel_key_data_; }

private:
  const char *kernel_key_data_ = nullptr;
};

struct Kernel {
  const char *name_;
  KernelKey kernel_key_;
  OpFunction op_;
};

} // namespace runtime
} // namespace executorch
