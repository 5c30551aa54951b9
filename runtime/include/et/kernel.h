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

/// The arguments of a kernel's function: the call's values in the order of the schema. Programs
/// repeat the output as an additional last value. A program may pass too few values, or values of
/// wrong kinds. So a kernel must check its arguments, and report a failure with `context.fail`.
using KernelArguments = Args;

using OpFunction = void (*)(KernelRuntimeContext &context, KernelArguments args);

/// The registration record, with the layout of ExecuTorch's `Kernel`. `kernel_key` is null for a
/// fallback kernel that takes every dtype.
struct Kernel {
  const char *name;
  const char *kernel_key;
  OpFunction fn;
};

/// A hook around a kernel's call; this runtime does nothing there.
struct KernelScope {
  KernelScope(KernelRuntimeContext &, KernelArguments, const char *) {}
};

} // namespace et

#include "et/register_kernel.h"
