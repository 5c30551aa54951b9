// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame of every tool's main(): signals, the error message and the exit status.
//
// A tool that gets no more memory, or whose LLVM cannot go on, ends with a message and exit status
// 1, and with every temporary file removed, instead of LLVM's and C++'s abort(). LLVM is built
// without exceptions, but its frames can be unwound. So both failures become exceptions that
// runTool() catches: on the way there the destructors remove what is temporary, of which a handler
// would need a list. For them, and for the exception itself, some memory is held back.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Runs a tool and gives its exit status. An error of `Run`, or of writing to stdout, is printed;
/// its status is 1 unless it is a StatusError. `Tool` is text that stays.
int runTool(llvm::StringLiteral Tool, llvm::function_ref<llvm::Expected<int>()> Run);

} // namespace etprune
