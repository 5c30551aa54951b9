// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels of this image: a read-only table made by the link (et-ld, or the linker-script
// fragment). Nothing fills it at run time.
//
// The table is sorted by operator name, so binary search finds an operator's kernels, which are
// adjacent. If several kernels match a call, KernelKeyMatcher::specificity() decides which of them
// serves the call. If only fallback kernels match the call, the first of them serves the call.
// et-ld puts kernels of libraries with higher priority first.
//
// Functions with a table parameter search that table; the other functions search the image's table.

#pragma once

#include "et/error.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "et/span.h"

namespace et {

/// The kernels of the operator `name`, or of `name.overload` if `overload` is neither null nor
/// empty. The result is a part of `table`. If the table has no such kernel, the result is empty.
Span<const Kernel> find_kernels(Span<const Kernel> table, const char *name,
                                const char *overload = nullptr);

/// Returns the kernel that serves a call with `args`, or null. `kernels` are those of one operator.
const Kernel *select_kernel(Span<const Kernel> kernels, Span<EValue *> args);

Span<const Kernel> get_registered_kernels();

bool registry_has_op_function(const char *name);
bool registry_has_op_function(const char *name, Span<EValue *> args);
/// Returns the function of the kernel that serves a call of the operator with these values.
/// OperatorMissing: no kernel of the image serves the call. InvalidArgument: the call has more than
/// kMaxKernelKeyTensors tensors.
Result<OpFunction> get_op_function_from_registry(const char *name, Span<EValue *> args);

} // namespace et
