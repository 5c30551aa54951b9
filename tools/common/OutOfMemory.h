// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of a tool that gets no more memory, or whose LLVM cannot go on: a message and exit status
// 1, with every temporary file removed, instead of LLVM's and C++'s abort().
//
// LLVM is built without exceptions, but its frames can be unwound. So both failures become
// exceptions that main() catches: on the way there the destructors remove what is temporary. For
// them, and for the exception itself, some memory is held back.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace etprune {

/// Runs a tool and gives its exit status, 1 where it ran out of memory. `Tool` is text that stays.
int withinMemory(llvm::StringLiteral Tool, llvm::function_ref<int()> Run);

} // namespace etprune
