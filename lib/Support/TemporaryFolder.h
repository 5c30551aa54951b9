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

/// The absolute path of the folder that TMPDIR, TMP, TEMP or TEMPDIR names; /tmp if none is set.
/// Also returns /tmp if the path has a character such as a space. Linkers print paths without
/// quotes, so et-prune could not find the end of this path in the linker's messages.
std::string temporaryFolder();
/// Returns /dev/shm, a folder in memory, for the temporary files of a link with `Bytes` of inputs.
/// Returns an empty text if one of the four variables above is set, if `Bytes` is more than 256 MB,
/// or if /dev/shm has less free space than 4 * `Bytes` + 256 MB.
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

/// Returns `Text` with replacements. For each occurrence of `Start`, `Replace` gets the rest of the
/// text, which begins with `Start`. `Replace` drops the old words from the front of the rest, and
/// returns the new words. Takes linear time, because linker maps have megabytes.
std::string replaceAll(llvm::StringRef Text, llvm::StringRef Start,
                       llvm::function_ref<llvm::StringRef(llvm::StringRef &)> Replace);

} // namespace etprune
