// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening what users name, and making sure that text is text.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace etprune {

/// Opens a file or pipe. Large files are mapped, so that only the pages looked at are read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openInput(llvm::StringRef Path);

/// The same for a file that says what is wanted. One without a byte does not: the program that was
/// to write it failed, and taken for a selection it would drop every kernel.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openSelection(llvm::StringRef Path);

/// Checks that Text is UTF-8 without control characters and of a size that a list written by or for
/// people can have. Gives it without a byte order mark. Errors name path, line and column.
llvm::Expected<llvm::StringRef> checkText(llvm::StringRef Path, llvm::StringRef Text);

/// The names that a list may have, as many as yaml of the largest size: a million nodes. A name
/// takes up to a kilobyte.
inline constexpr size_t MaxNames = 500000;

/// Text in single quotes for a diagnostic: unprintable bytes escaped, and cut off where it is long.
std::string quoted(llvm::StringRef Text);

} // namespace etprune
