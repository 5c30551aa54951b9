// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logs why a call has no kernel, so that the user knows the operator and the dtypes to select.

#pragma once

#include "et/evalue.h"
#include "et/kernel.h"
#include "et/span.h"

namespace et {

/// For calls with the same dtypes, one message is enough.
bool have_same_dtypes(Span<EValue *> a, Span<EValue *> b);

/// Logs that none of `kernels`, the image's kernels of `name.overload`, serves a call with `args`.
void log_missing_kernel(const char *name, const char *overload, Span<const Kernel> kernels,
                        Span<EValue *> args);

} // namespace et
