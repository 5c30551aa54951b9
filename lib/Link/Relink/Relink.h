// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeats a captured link with another registration table, in a temporary folder, the stage. Files
// have their recorded paths below the stage, so that every pattern of a linker script
// ("*drv/fast.o(.text*)") matches the same files. The stage's path is removed from everything that
// the linker prints or writes.

#pragma once

#include "Link/Relink/LtoObjects.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

struct AddedObject {
  llvm::StringRef Name;
  llvm::ArrayRef<char> Bytes;
};

struct RelinkRequest {
  /// The table object; empty if a linker script collects the records.
  llvm::ArrayRef<char> TableObject;
  /// Objects that come after the table object. Their names begin with NarrowedObjectPrefix.
  std::vector<AddedObject> Kernels = {};
  const EditMap *Edits = nullptr;
  /// The objects that the link can load (Closure.h); null means all. Other archive members are
  /// removed. For LLD, their symbol names stay in the archive, because LLD enters the names in its
  /// symbol table even if it does not load the members.
  const llvm::DenseSet<const InputObject *> *Loadable = nullptr;
  /// No kernel is registered. If a linker script collects the records, the relink defines
  /// NoKernelsSymbol, so that the script accepts an empty table.
  bool NoKernels = false;
  bool AddGcSections = false;
  bool AllowOverflow = false; ///< writes the image even if memory regions overflow
  bool PrintGcSections = false;
};

/// A file that the user's link writes besides the image.
struct SideOutput {
  OptionUse What;
  std::string Path; ///< the path according to the link command
  std::string Contents;
};

struct RelinkResult {
  int ExitCode = 0;
  std::unique_ptr<llvm::MemoryBuffer> Image; ///< null if the linker failed
  std::string Map;
  std::string Stdout, Stderr;
  std::vector<LtoObject> LtoObjects;
  std::vector<SideOutput> SideOutputs;
};

/// Fails if the linker cannot be run, or reads a file that was not captured. If the linker itself
/// fails, the result has no image.
llvm::Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request);

} // namespace etprune
