// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If memory runs out or LLVM fails, a tool ends with a message and exit status 1, and removes every
// temporary file. By default, LLVM and C++ would call abort() and leave the files. runTool()
// therefore turns these failures into exceptions and catches the exceptions. The stack is unwound,
// so the destructors remove the files. LLVM is built with -fno-exceptions, but its functions have
// unwind tables, so an exception can pass through these functions. runTool() reserves memory for
// the destructors.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Runs a tool and returns its exit status. Prints an error of `Run`, or of writing to stdout. The
/// exit status is then 1, or the status of a StatusError.
int runTool(llvm::StringLiteral Tool, llvm::function_ref<llvm::Expected<int>()> Run);

} // namespace etprune
