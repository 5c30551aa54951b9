// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logs why a call has no kernel, so that the user knows the operator and the dtypes to select.

#pragma once

#include "et/evalue.h"
#include "et/kernel.h"
#include "et/span.h"

namespace et {

/// True if the tensors of two calls have the same dtypes, so that one message serves both calls.
bool have_same_dtypes(Span<EValue *> a, Span<EValue *> b);

/// Logs that none of the operator's `kernels` serves a call of `name.overload` with `args`.
void log_missing_kernel(const char *name, const char *overload, Span<const Kernel> kernels,
                        Span<EValue *> args);

} // namespace et
