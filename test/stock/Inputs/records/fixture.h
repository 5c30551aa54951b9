// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ET_KERNEL needs types of namespace et. This file defines them with the types of ../executorch.
// Every kernel fills its output with a different number.

#pragma once

#include <executorch/runtime/kernel/operator_registry.h>

namespace et {

using KernelRuntimeContext = executorch::runtime::KernelRuntimeContext;
using KernelArguments = executorch::runtime::Span<executorch::runtime::EValue *>;
using OpFunction = executorch::runtime::OpFunction;

struct Kernel {
  const char *name;
  const char *kernel_key;
  OpFunction fn;
};

struct Args {
  explicit Args(KernelArguments values) : values(values) {}
  KernelArguments values;
};

struct KernelScope {
  KernelScope(KernelRuntimeContext &, KernelArguments, const char *) {}
};

inline void fill(Args args, float number) {
  for (float &element : args.values[4]->toTensor().data)
    element = number;
}

} // namespace et

#include "et/register_kernel.h"

#define FILLS(ns, op, dtype, key, number)                                                          \
  ET_KERNEL(ns, op, dtype, key, #op "(Tensor a, *, Tensor(a!) out) -> Tensor(a!)") {               \
    et::fill(args, number);                                                                        \
  }
#define FILLS_ANY(ns, op, number)                                                                  \
  ET_FALLBACK_KERNEL(ns, op, #op "(Tensor a, *, Tensor(a!) out) -> Tensor(a!)") {                  \
    et::fill(args, number);                                                                        \
  }
