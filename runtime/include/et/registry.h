// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernels that this image has: a read-only table which the link makes (et-ld, or the
// linker-script fragment) and which nothing fills at run time.
//
// The table is sorted by operator name, so an operator's kernels stand
// side by side and are found by binary search. Of those the one whose key describes the call most
// closely serves it (kernel_key.h); where none matches, the first fallback kernel that takes the
// call's dtypes does. et-ld puts libraries of higher priority first.
//
// The functions that take a table are the lookup itself; the others apply it to the image's table.

#pragma once

#include "et/error.h"
#include "et/evalue.h"
#include "et/kernel.h"
#include "et/span.h"

namespace et {

/// The kernels of the operator `name`, or `name.overload` where `overload` is neither null nor
/// empty: a part of `table`, empty when it has none.
Span<const Kernel> find_kernels(Span<const Kernel> table, const char *name,
                                const char *overload = nullptr);

/// Which of one operator's kernels serves a call with the values `args`; null when none does.
const Kernel *select_kernel(Span<const Kernel> kernels, Span<EValue *> args);

/// The image's table.
Span<const Kernel> get_registered_kernels();

/// Whether the image has any kernel for the operator.
bool registry_has_op_function(const char *name);
/// Whether the image has a kernel for a call of the operator with these values.
bool registry_has_op_function(const char *name, Span<EValue *> args);
/// The kernel for such a call; Error::OperatorMissing when the image has none, and
/// Error::InvalidArgument for more than kMaxKernelKeyTensors tensors.
Result<OpFunction> get_op_function_from_registry(const char *name, Span<EValue *> args);

} // namespace et
