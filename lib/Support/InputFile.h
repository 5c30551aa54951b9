// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens and checks the files that users name.

#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace etprune {

/// Refuses a pipe or a device, because a read may block or never end. Accepts a missing file: the
/// caller gets that error when it opens the file.
llvm::Error checkIsFile(const llvm::Twine &Path);
/// The largest program or library that checkIsProgramFile() accepts, in bytes. A sparse file can be
/// larger than the disk, and reading such a file would take very long.
inline constexpr uint64_t LargestProgram = uint64_t(2) << 30;
llvm::Error checkIsProgramFile(const llvm::Twine &Path);

/// Opens a file or pipe; "-" is the standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> openInput(llvm::StringRef Path);

/// Maps a file if it is large; else reads it.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> mapFile(const llvm::Twine &Path);

/// An input file. `What` tells the file's role in a diagnostic, for example "it is the image".
struct ReadFile {
  std::string Path, What;
};

/// Refuses each output that would replace one of the inputs, also if the two paths differ but lead
/// to the same file. Ignores empty paths, which stand for no output.
llvm::Error checkReplacesNone(llvm::ArrayRef<std::string> Outputs, llvm::ArrayRef<ReadFile> Inputs);

/// Checks that Text has at most 64 MB of UTF-8, and no control character except tab, CR and LF.
/// Returns the text without its byte order mark. Errors name path, line and column.
llvm::Expected<llvm::StringRef> checkText(llvm::StringRef Path, llvm::StringRef Text);

/// The position after the last character of the text: line and column, such as "3:14".
std::string endOf(llvm::StringRef Text);

/// The largest number of names in an operator list. parseYaml() accepts three million nodes, and
/// et-oplist writes 14 nodes for each name. So et-prune can read each list that et-oplist writes.
inline constexpr size_t MaxNames = 200000;

/// Returns the text in single quotes. Escapes unprintable bytes, and cuts the text at 200 bytes.
std::string quoted(llvm::StringRef Text);
std::string shellWord(llvm::StringRef Word);

/// True if a file's bytes contain a text. StringRef's search is too slow for many megabytes.
bool containsText(llvm::StringRef Contents, llvm::StringRef Text);

} // namespace etprune
