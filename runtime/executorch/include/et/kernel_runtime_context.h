// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second parameter of a kernel, in a program that is built with ExecuTorch: its own. The last
// report of failure counts there.

#pragma once

#include <executorch/runtime/kernel/kernel_runtime_context.h>

#include "et/error.h"

namespace et {

using executorch::runtime::KernelRuntimeContext;

/// Scratch memory of a kernel's call. Null when there is too little, or none at all.
inline void *allocate_temp(KernelRuntimeContext &context, size_t size,
                           size_t alignment = alignof(max_align_t)) {
  const auto memory = context.allocate_temp(size, alignment);
  return memory.ok() ? *memory : nullptr;
}

} // namespace et
