// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLD that comes with et-prune. It does a link again where the recorded linker is gone and was
// an LLD of exactly its version, so that an image can be pruned where that program is not
// installed.
//
// LLD is in a module that is loaded on demand (tools/et-lld). A link runs in a fork of this
// process: LLD ends its process when it is done and may crash on broken input, works in the link's
// folder, and prints to the standard streams; none of that is to happen here.
//
// A link in the process is done in a fork of it. LLD ends its process when it is done, may crash on
// broken input, and works in a folder and on streams of its own; calling it in place would mean to
// undo all that, and saves nothing: what takes time is binding libLLVM, in the process, in a fork
// and in the program alike. So our own LLD serves where the recorded one is missing, and is no
// faster.
//
// Our own LLD reproduces the image first where the recorded program is gone or another: the version
// line is all that is left to compare.

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

  /// As runProcess() does with ld.lld. `Name` is what LLD calls itself in messages.
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
