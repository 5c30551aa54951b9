// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's errors as ours: the failed operation, below it the runtime's log of it, and advice.

#pragma once

#include "et/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// "<What>: not found (0x20)". The runtime's log since the last one goes with it.
llvm::Error runtimeError(const llvm::Twine &What, et::Error Code);
/// "<What>" with the runtime's log, where there is no need of a code.
llvm::Error loggedError(const llvm::Twine &What);

} // namespace etprune
