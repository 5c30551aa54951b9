// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The temporary folder in which a link is done again: the root of every path that the link names.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>

namespace etprune {

/// The temporary folder and everything in it; gone when this is.
class Stage {
public:
  static llvm::Expected<std::unique_ptr<Stage>> create();
  ~Stage();
  Stage(const Stage &) = delete;
  Stage &operator=(const Stage &) = delete;

  /// Where a path of the recorded link lies here; `Directory` is the link's folder.
  std::string place(llvm::StringRef Path, llvm::StringRef Directory) const;
  /// Whether a path of this machine lies in the stage.
  bool holds(llvm::StringRef Path) const;
  /// Creates every folder on the way as the path is written: "a/../b" needs an a.
  llvm::Error makeFolders(llvm::StringRef Folder) const;
  llvm::Error write(llvm::StringRef Place, llvm::StringRef Contents) const;
  std::string read(llvm::StringRef Place) const;

  const std::string Root;

private:
  explicit Stage(std::string Root) : Root(std::move(Root)) {}
};

} // namespace etprune
