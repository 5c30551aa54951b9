// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the runtime's errors into messages. A message has the failed operation, the error's name,
// the runtime's log, and advice. The runtime logs the reason of a failure before it returns the
// error. So RuntimeErrors.cpp collects the log lines, and the next message has all lines since
// the last message.

#pragma once

#include "et/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace etprune {

/// Returns success if `Code` is Ok. Returns an error such as "<What>: not found (0x20)" otherwise,
/// with the runtime's log since the last error.
llvm::Error checked(const llvm::Twine &What, et::Error Code);
template <typename T>
llvm::Expected<T> checked(const llvm::Twine &What, const et::Result<T> &Result) {
  if (Result.ok())
    return Result.get();
  return checked(What, Result.error());
}

/// Returns an error with the text `What` and the runtime's log. Use this function instead of
/// checked() if the error's name or checked()'s advice would not help the user.
llvm::Error loggedError(const llvm::Twine &What);

} // namespace etprune
