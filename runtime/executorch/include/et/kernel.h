// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counterpart of runtime/include/et/kernel.h for programs built with ExecuTorch. The build puts
// this folder first in the include path, and ExecuTorch's headers after it. ExecuTorch's runtime
// can then call the kernels. docs/executorch.md says how the kernels get into ExecuTorch's
// registry.

#pragma once

#ifdef USE_ATEN_LIB
#error                                                                                             \
    "et-prune's kernels cannot be compiled for ExecuTorch's ATen mode, whose tensors are PyTorch's"
#endif

#include <executorch/runtime/core/event_tracer_hooks.h>
#include <executorch/runtime/kernel/operator_registry.h>

#include <type_traits>

#include "et/evalue.h"
#include "et/kernel_runtime_context.h"
#include "et/span.h"

namespace et {

using KernelArguments = executorch::runtime::Span<executorch::runtime::EValue *>;
using OpFunction = executorch::runtime::OpFunction;

static_assert(
    std::is_same_v<OpFunction, void (*)(KernelRuntimeContext &, KernelArguments)>,
    "et-prune's kernels are for ExecuTorch 1.0 and newer releases, whose kernels take their "
    "arguments as Span<EValue *>");

/// The registration record, with the layout of executorch::runtime::Kernel. A record must be a
/// constant, but Kernel has no constexpr constructor in releases of ExecuTorch before 1.2.
struct Kernel {
  const char *name;
  const char *kernel_key;
  OpFunction fn;
};
static_assert(
    sizeof(Kernel) == sizeof(executorch::runtime::Kernel),
    "et-prune's kernels are for releases of ExecuTorch whose Kernel is three words: name, "
    "key, function; see docs/executorch.md");

/// Reports a kernel's time and result to ExecuTorch's event tracer, as ExecuTorch's kernels do.
class KernelScope {
public:
#ifdef ET_EVENT_TRACER_ENABLED
  KernelScope(KernelRuntimeContext &context, KernelArguments args, const char *event)
      : scope_(context.internal_event_tracer(), event), context_(context), args_(args) {}
  ~KernelScope() {
    if (args_.size() != 0)
      executorch::runtime::internal::event_tracer_log_evalue(context_.internal_event_tracer(),
                                                             *args_[args_.size() - 1]);
  }

private:
  executorch::runtime::internal::EventTracerProfileOpScope scope_;
  KernelRuntimeContext &context_;
  KernelArguments args_;
#else
  KernelScope(KernelRuntimeContext &, KernelArguments, const char *) {}
#endif
};

} // namespace et

#include "et/register_kernel.h"
