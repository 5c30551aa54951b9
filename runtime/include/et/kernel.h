// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that an operator's source file needs: the types of a call, and ET_KERNEL, which registers a
// kernel. The same source files are compiled for ExecuTorch's runtime; there, a file of this name
// in runtime/executorch/include comes first in the include path. CONTRIBUTING.md has the rules
// that make it work.

#pragma once

#include "et/evalue.h"
#include "et/kernel_runtime_context.h"
#include "et/span.h"

namespace et {

/// What the runtime passes to a kernel's function: the call's values in the order of the schema;
/// the program repeats the output as a last one. A program may pass too few of them, or other
/// kinds: a kernel checks them before it uses them, and reports failure by `context.fail`.
using KernelArguments = Args;

/// A kernel's code.
using OpFunction = void (*)(KernelRuntimeContext &context, KernelArguments args);

/// The registration record, in the layout of ExecuTorch's `Kernel`. `kernel_key` is null for a
/// fallback kernel that takes every dtype.
struct Kernel {
  const char *name;
  const char *kernel_key;
  OpFunction fn;
};

/// What there is to do around a kernel's call: nothing in this runtime.
struct KernelScope {
  KernelScope(KernelRuntimeContext &, KernelArguments, const char *) {}
};

} // namespace et

#include "et/register_kernel.h"
