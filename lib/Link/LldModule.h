// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLD that comes with et-prune. It does a link again where the recorded linker was an LLD of
// exactly its version, and the program is gone or another. It must reproduce the image first: the
// version line is all that is left to compare.
//
// LLD is in a module that is loaded on demand (tools/et-lld), and runs in a fork of this process:
// it ends its process when it is done, may crash on broken input, works in the link's folder, and
// prints to the standard streams. To call it in place would mean to undo all that, and would save
// nothing: most of the time goes into binding libLLVM, in the process, in a fork and in the program
// alike.

#pragma once

#include "Support/Process.h"

#include <memory>

namespace etprune {

class LldModule {
public:
  /// Loads the module from a folder; null where it is not there or does not load.
  static std::unique_ptr<LldModule> load(llvm::StringRef Folder);

  /// The first line of ld.lld --version.
  llvm::StringRef version() const { return Version; }

  /// As runProcess() does with ld.lld. `Name` is LLD's name for itself in messages.
  llvm::Expected<ProcessResult> link(const std::string &Name, llvm::ArrayRef<std::string> Args,
                                     const std::string &Directory,
                                     llvm::ArrayRef<std::string> Environment,
                                     const Confinement &Confined) const;

private:
  using MainFunction = int(int, const char *const *);
  LldModule(MainFunction *Main, llvm::StringRef Version) : Main(Main), Version(Version) {}

  MainFunction *Main;
  llvm::StringRef Version; ///< in the module, which stays loaded
};

} // namespace etprune
