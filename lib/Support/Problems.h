// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A collector of any number of errors, and an error that has an exit status.

#pragma once

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Collects errors, so that a function can go on and report all of them at once.
class Problems {
public:
  Problems() = default;
  /// Collects the problems of one file. take() reports only the first 50 and the number of the
  /// others, because a damaged file can have a million problems.
  explicit Problems(llvm::StringRef Path) : Path(Path) {}

  void add(const llvm::Twine &Message);
  void add(llvm::Error E);
  /// Adds an error whose message lacks a location. The message becomes "Location: message".
  void add(const llvm::Twine &Location, llvm::Error E);

  explicit operator bool() const { return Count != 0; }

  /// The problems as one error, in the order of add(); success if there are none.
  llvm::Error take();
  template <typename T> llvm::Expected<T> takeOr(T Value) {
    if (Count != 0)
      return take();
    return Value;
  }

private:
  std::string Path;
  llvm::Error Errors = llvm::Error::success();
  size_t Count = 0;
};

/// A failure with an exit status of its own. Other errors end a tool with status 1.
class StatusError : public llvm::ErrorInfo<StatusError, llvm::StringError> {
public:
  static inline char ID;
  const int Status;
  StatusError(const llvm::Twine &Message, int Status)
      : ErrorInfo(Message, llvm::inconvertibleErrorCode()), Status(Status) {}
};

} // namespace etprune
