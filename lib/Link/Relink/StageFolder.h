// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The temporary folder in which a link is done again. It has two parts: one stands for the root of
// every path that the link names, and beside it, where no such path leads, is one for the linker's
// outputs. So no name of an input can mean an output, and none has to be refused.
//
// The stage mirrors absolute paths instead of renaming files to something short, and its root is
// called as the stage is: linker scripts match file names, and meet no new word in these.

#pragma once

#include "Support/TemporaryFolder.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace etprune {

/// The temporary folder and everything in it, removed by the destructor.
class StageFolder {
public:
  /// For inputs of so many bytes: in memory if possible, where thousands of files are made and
  /// removed in less time.
  static llvm::Expected<std::unique_ptr<StageFolder>> create(uint64_t Bytes);

  /// The path here that stands for one of the recorded link; `Directory` is the link's folder.
  std::string pathOf(llvm::StringRef Path, llvm::StringRef Directory) const;
  /// True if a path of this machine lies below the root. No folder in there is a link.
  bool holds(llvm::StringRef Path) const;
  /// Creates every folder on the way as the path is written: "a/../b" needs an a.
  llvm::Error makeFolders(llvm::StringRef Folder) const;
  llvm::Error write(llvm::StringRef Path,
                    llvm::function_ref<void(llvm::raw_ostream &)> Contents) const;
  llvm::Error write(llvm::StringRef Path, llvm::StringRef Contents) const;
  std::string read(llvm::StringRef Path) const;

  const std::string &path() const { return Folder.path(); }

private:
  explicit StageFolder(TemporaryFolder Folder);
  TemporaryFolder Folder;
  mutable llvm::StringSet<> Made; ///< folders, as their paths were written

public:
  const std::string Root;    ///< stands for "/"
  const std::string Outputs; ///< of the linker; not there until the inputs are laid out
};

} // namespace etprune
