// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders for temporary files, which are removed with all contents. The folder's name is removed
// from the output of programs that ran in it, because users do not know the folder.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace etprune {

/// The absolute path in TMPDIR or a similar variable; /tmp if no such variable is set, or if the
/// folder's name would make linkers' messages ambiguous.
std::string temporaryFolder();
/// /dev/shm, if it has much more room than `Bytes`, `Bytes` is at most 256 MB, and the user has not
/// set TMPDIR or a similar variable. Otherwise empty.
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

/// A copy of a text with every occurrence of `Start` replaced. `Replace` gets the rest of the text,
/// which begins with `Start`, removes the replaced text from its front and returns the replacement.
/// Takes linear time, because a map has megabytes.
std::string replaceAll(llvm::StringRef Text, llvm::StringRef Start,
                       llvm::function_ref<llvm::StringRef(llvm::StringRef &)> Replace);

} // namespace etprune
