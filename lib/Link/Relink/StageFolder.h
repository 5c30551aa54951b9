// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The temporary folder for a relink. It has two parts. One is the root of every path that the link
// names. The other, beside it, holds the linker's outputs; no path of the link leads there. Files
// keep their whole paths below the root, because patterns of linker scripts match file names.

#pragma once

#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringSet.h"

#include <memory>

namespace etprune {

/// The temporary folder and everything in it, removed by the destructor.
class StageFolder {
public:
  /// For inputs of `Bytes`. In memory if possible, because it has thousands of files.
  static llvm::Expected<std::unique_ptr<StageFolder>> create(uint64_t Bytes);

  /// True if a path of this machine is below the root. The root has no symbolic links to folders.
  bool holds(llvm::StringRef Path) const;
  /// Creates every folder of the path as written: "a/../b" needs an a.
  llvm::Error makeFolders(llvm::StringRef Folder) const;
  llvm::Error write(llvm::StringRef Path,
                    llvm::function_ref<void(llvm::raw_ostream &)> Contents) const;
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Contents) const;
  std::string read(llvm::StringRef Path) const;

  const std::string &path() const { return Folder.path(); }

private:
  explicit StageFolder(TemporaryFolder Folder);
  TemporaryFolder Folder;
  mutable llvm::StringSet<> Made; ///< folders, by their paths as written

public:
  const std::string Root;    ///< stands for "/"
  const std::string Outputs; ///< of the linker; made after the inputs are laid out
};

} // namespace etprune
