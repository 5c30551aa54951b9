// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders for temporary files. The destructor removes the folder with its contents. Users do not
// know the folder, so callers use replaceAll() to remove its path from the output of programs.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace etprune {

/// The folder that TMPDIR or a similar variable names, as an absolute path. /tmp if no such
/// variable is set, or if the folder's name has a space or another character that makes the end of
/// a path in linkers' messages ambiguous.
std::string temporaryFolder();
/// Returns /dev/shm if temporary files for `Bytes` of inputs can be in memory. Returns an empty
/// text if TMPDIR or a similar variable is set, if `Bytes` is more than 256 MB, or if /dev/shm has
/// less free space than 4 * `Bytes` + 256 MB.
std::string temporaryFolderInMemory(uint64_t Bytes);

class TemporaryFolder {
public:
  /// Makes a folder in `Parent`, named "PREFIX-" and six characters, that only this user can read.
  static llvm::Expected<TemporaryFolder> create(llvm::StringRef Prefix,
                                                const std::string &Parent = temporaryFolder());
  TemporaryFolder(TemporaryFolder &&Other) noexcept : Path(std::exchange(Other.Path, "")) {}
  TemporaryFolder &operator=(TemporaryFolder &&) = delete;
  ~TemporaryFolder() { remove(); }
  void remove();

  const std::string &path() const { return Path; }

private:
  explicit TemporaryFolder(std::string Path) : Path(std::move(Path)) {}
  std::string Path;
};

/// A copy of a text with replacements. At each occurrence of `Start`, calls `Replace` with the rest
/// of the text from there. `Replace` removes the text to replace from the front of its argument,
/// and returns the replacement. Takes linear time, because linker maps have megabytes.
std::string replaceAll(llvm::StringRef Text, llvm::StringRef Start,
                       llvm::function_ref<llvm::StringRef(llvm::StringRef &)> Replace);

} // namespace etprune
