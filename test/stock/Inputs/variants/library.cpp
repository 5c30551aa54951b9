// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers a user's operators one by one, as the macro EXECUTORCH_LIBRARY does. Each Kernel is a
// temporary object on the stack.

#include "shared.h"

namespace library {

using executorch::runtime::EValue;
using executorch::runtime::KernelRuntimeContext;
using executorch::runtime::Span;

void seven_out(EValue &out);
void seven_out(EValue &out) { out = EValue(int64_t(5007)); }
static void eight_out(EValue &out) { out = EValue(int64_t(5008)); }

template <void (*Function)(EValue &)> struct Boxed {
  static void call(KernelRuntimeContext &, Span<EValue *> stack) { Function(*stack[5]); }
};

template <void (*Function)(EValue &)> Kernel boxed_kernel(const char *name) {
  return Kernel(name, Boxed<Function>::call);
}

inline executorch::runtime::Error register_one(const Kernel &kernel) {
  return register_kernels(KernelSpan(&kernel, 1));
}

static auto seven = register_one(boxed_kernel<seven_out>("library::seven.out"));
static auto eight = register_one(boxed_kernel<eight_out>("library::eight.out"));

} // namespace library
