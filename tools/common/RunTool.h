// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If memory runs out or LLVM fails, a tool ends with a message and exit status 1, and removes every
// temporary file. LLVM and C++ would call abort() instead. Here both failures become exceptions,
// which runTool() catches, and the destructors on the way remove the files. LLVM is built without
// exceptions, but exceptions can unwind its frames. Some memory is held back for the destructors.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Runs a tool and returns its exit status. An error of `Run`, or of writing to stdout, is printed.
/// Its status is 1 unless it is a StatusError. `Tool` must live as long as the process.
int runTool(llvm::StringLiteral Tool, llvm::function_ref<llvm::Expected<int>()> Run);

} // namespace etprune
