// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a program built with ExecuTorch, a kernel's context is ExecuTorch's context. If a kernel
// reports several failures, the last one counts; with our runtime, the first one counts.

#pragma once

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include "et/error.h"

namespace et {

using executorch::runtime::KernelRuntimeContext;

/// Returns scratch memory for a kernel's call, or null if too little is left.
inline void *allocate_temp(KernelRuntimeContext &context, size_t size,
                           size_t alignment = alignof(max_align_t)) {
  const auto memory = context.allocate_temp(size, alignment);
  return memory.ok() ? *memory : nullptr;
}

} // namespace et
