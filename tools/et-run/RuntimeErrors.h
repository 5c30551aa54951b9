// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the runtime's errors into messages: the failed operation, the runtime's log of it, and
// advice. The runtime logs the reason of a failure before it returns the error. Therefore log lines
// are kept until the error is made.

#pragma once

#include "et/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Returns "<What>: not found (0x20)" with the runtime's log since the last error, unless `Code` is
/// Ok.
llvm::Error checked(const llvm::Twine &What, et::Error Code);
template <typename T>
llvm::Expected<T> checked(const llvm::Twine &What, const et::Result<T> &Result) {
  if (Result.ok())
    return Result.get();
  return checked(What, Result.error());
}

/// Returns "<What>" and the runtime's log, for failures whose code adds nothing.
llvm::Error loggedError(const llvm::Twine &What);

} // namespace etprune
