// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeats a captured link with another registration table, in a temporary folder.
//
// The files are written below the temporary folder, the stage, under their recorded paths, and the
// linker runs there. Relative paths do not change; absolute paths get the stage's path as prefix.
// So every pattern of a linker script ("*drv/fast.o(.text*)") matches the same files. The stage's
// path is removed from everything that the linker prints or writes.
//
// An image with symbol versions and without `-soname` is linked by LLD under a relative name, by
// the wrapper and in a relink. The reason is that LLD writes the output's name into the image, and
// an absolute name would differ in the stage.

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
  /// The objects that the link can load (Closure.h); null means all. Other archive members are not
  /// written to the stage; for LLD, they are reduced to their names.
  const llvm::DenseSet<const InputObject *> *Loadable = nullptr;
  /// True if no kernel is registered. A linker script's check then accepts an empty table.
  bool NoKernels = false;
  bool AddGcSections = false;
  /// Makes an image even if it does not fit into its memory regions.
  bool AllowOverflow = false;
  /// Lists the sections that --gc-sections removes in RelinkResult::Stderr or Stdout.
  bool PrintGcSections = false;
};

/// A file that the user's link writes besides the image.
struct SideOutput {
  OptionUse What;
  std::string Path; ///< as the command names it
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

/// Runs the linker. Fails if the relink could not be prepared, or if
/// the linker read a file that was not captured. If the linker itself fails, the result has no
/// image.
llvm::Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request);

} // namespace etprune
