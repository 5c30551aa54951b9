// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's errors as ours: what failed, below it what the runtime has logged about it, and
// what to do.

#pragma once

#include "et/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// "<What>: not found (0x20)". What has been logged since the last one goes with it.
llvm::Error runtimeError(const llvm::Twine &What, et::Error Code);
/// "<What>" with what has been logged, where there is no need of a code.
llvm::Error loggedError(const llvm::Twine &What);

} // namespace etprune
