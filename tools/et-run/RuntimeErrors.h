// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the runtime's errors into messages: the failed operation, the runtime's log of it, and
// advice.

#pragma once

#include "et/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Returns "<What>: not found (0x20)" and the runtime's log since the last call.
llvm::Error runtimeError(const llvm::Twine &What, et::Error Code);
/// Returns "<What>" and the runtime's log, for failures whose code adds nothing.
llvm::Error loggedError(const llvm::Twine &What);

} // namespace etprune
