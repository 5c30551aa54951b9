// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A failure for which a tool has an exit status of its own, so that a script can tell it from a
// mistake in its command, whose status is 1.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

class StatusError : public llvm::ErrorInfo<StatusError, llvm::StringError> {
public:
  static inline char ID;
  const int Status;
  StatusError(const llvm::Twine &Message, int Status)
      : ErrorInfo(Message, llvm::inconvertibleErrorCode()), Status(Status) {}
};

} // namespace etprune
