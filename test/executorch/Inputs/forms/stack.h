// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type in which a kernel gets its arguments: EValue ** before ExecuTorch 1.0, Span<EValue *>
// since ExecuTorch 1.0.

#pragma once

#include <executorch/runtime/kernel/kernel_runtime_context.h>
#include <executorch/runtime/kernel/operator_registry.h>

namespace forms {

template <typename Function> struct StackOf;
template <typename Type>
struct StackOf<void (*)(executorch::runtime::KernelRuntimeContext &, Type)> {
  using Stack = Type;
};
using Stack = StackOf<executorch::runtime::OpFunction>::Stack;

} // namespace forms
