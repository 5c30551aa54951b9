// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folders for temporary files, removed with everything in them, and text without their names: the
// output of a program that runs in such a folder is shown to users, who do not know the folder.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace etprune {

/// The folder that temporary folders are made in, absolute: TMPDIR, or /tmp where that is not set
/// or has a name that linkers cannot write down.
std::string temporaryFolder();
/// One in memory for files of so many bytes in all, absolute: /dev/shm, where Linux has it and a
/// good deal of room is left. Empty where it has not, and where TMPDIR or the like is set: then
/// that is meant.
std::string temporaryFolderInMemory(uint64_t Bytes);

class TemporaryFolder {
public:
  /// Makes one named "PREFIX-" and six characters, for this user alone, in `Parent`.
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

/// A copy of a text with every occurrence of `Start` replaced. At each, `Replace` is called with
/// the rest of the text, which begins with `Start`; it removes from its front the text that
/// is replaced, and returns the replacement. Linear in the text's length, which for a map is
/// megabytes.
std::string replaceAll(llvm::StringRef Text, llvm::StringRef Start,
                       llvm::function_ref<llvm::StringRef(llvm::StringRef &)> Replace);

} // namespace etprune
