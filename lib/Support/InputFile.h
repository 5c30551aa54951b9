// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the files that users name, checks that text is text, and that no output replaces an input.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace etprune {

/// Refuses a pipe or a device, which may block or have no end. Success where nothing is there.
llvm::Error checkIsFile(const llvm::Twine &Path);
/// Bytes that no program or library has, but a sparse file can have at no cost. They are read as a
/// whole, which would take very long.
inline constexpr uint64_t LargestProgram = uint64_t(2) << 30;
/// The same for a program or library, and refuses a larger one.
llvm::Error checkIsProgramFile(const llvm::Twine &Path);

/// Opens a file or pipe; "-" is the standard input. Large files are mapped, so that only the pages
/// looked at are read.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openInput(llvm::StringRef Path);

/// A file that is read, and what it is, for a diagnostic: "it is the image".
struct ReadFile {
  std::string Path, What;
};

/// Refuses each output that would replace one of the inputs, be it under another name. An empty
/// path is no output, and a device is not replaced.
llvm::Error checkReplacesNone(llvm::ArrayRef<std::string> Outputs, llvm::ArrayRef<ReadFile> Inputs);

/// Checks that Text is UTF-8 without control characters and of a size that a list written by or for
/// people can have. Gives it without a byte order mark. Errors name path, line and column.
llvm::Expected<llvm::StringRef> checkText(llvm::StringRef Path, llvm::StringRef Text);

/// "3:14": the line and the column behind the text.
std::string endOf(llvm::StringRef Text);

/// As many names as a list may have: et-oplist writes each as 14 nodes of YAML, of which a file may
/// have three million. A name takes up to a kilobyte.
inline constexpr size_t MaxNames = 200000;

/// Text in single quotes for a diagnostic: unprintable bytes escaped, and cut off where it is long.
std::string quoted(llvm::StringRef Text);
/// A word of a shell's command, in quotes where it needs them.
std::string shellWord(llvm::StringRef Word);

/// True where a file's bytes contain a text. StringRef's search is too slow for many megabytes.
bool containsText(llvm::StringRef Contents, llvm::StringRef Text);

} // namespace etprune
