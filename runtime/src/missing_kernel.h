// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logs why a call has no kernel, in terms of the operators and keys to select.
//
// Missing operators are logged, all of them, through `et_pal_emit_log_message`, which a program
// overrides. The default does nothing.

#pragma once

#include "et/evalue.h"
#include "et/kernel.h"
#include "et/span.h"

namespace et {

/// Whether the calls have the same dtypes, so that one message serves both.
bool have_same_dtypes(Span<EValue *> a, Span<EValue *> b);

/// Logs that none of `kernels`, all of the operator `name.overload` that the image has, serves a
/// call with `args`.
void log_missing_kernel(const char *name, const char *overload, Span<const Kernel> kernels,
                        Span<EValue *> args);

} // namespace et
