// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that an operator's source file needs: the types of a call, and ET_KERNEL, which registers a
// kernel. For ExecuTorch's runtime the same source files are compiled with
// runtime/executorch/include/et/kernel.h instead of this file. CONTRIBUTING.md has the rules that a
// source file must follow for both runtimes.

#pragma once

#include "et/evalue.h"
#include "et/kernel_runtime_context.h"
#include "et/span.h"

namespace et {

/// The arguments of a kernel's function: the call's values in the order of the schema. ExecuTorch's
/// exporter adds the operator's result as a last value: the output again, or a list of all outputs.
/// A program may pass too few values, or values of wrong kinds. So a kernel must check its
/// arguments, and report a failure with `context.fail`.
using KernelArguments = Args;

using OpFunction = void (*)(KernelRuntimeContext &context, KernelArguments args);

/// The record, with the layout of ExecuTorch's `Kernel`. `kernel_key` is null if a fallback kernel
/// takes every dtype. Other fallback kernels have a key with several dtypes.
struct Kernel {
  const char *name;
  const char *kernel_key;
  OpFunction fn;
};

/// With ExecuTorch, KernelScope records the call as an event. This runtime records nothing.
struct KernelScope {
  KernelScope(KernelRuntimeContext &, KernelArguments, const char *) {}
};

} // namespace et

#include "et/register_kernel.h"
