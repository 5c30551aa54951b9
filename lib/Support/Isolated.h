// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a function in a process of its own, for code that damaged input can make crash or hang.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// The text that `Work` returns; an error where it crashes, or computes for more than five seconds.
/// This process must have no other threads.
llvm::Expected<std::string> runIsolated(llvm::function_ref<std::string()> Work);

} // namespace etprune
