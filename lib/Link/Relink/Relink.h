// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a captured link again, with another registration table, in a folder of its own.
//
// The files are laid out below a temporary folder, the stage, under the paths they had, and the
// linker runs there: relative paths stay as they were, absolute ones get the folder's name in
// front. So every pattern of a linker script ("*drv/fast.o(.text*)") matches what it matched. The
// stage's name is taken out of everything that the linker prints or writes, and nothing else tells
// this link from the user's.
//
// The linker speaks English (`LC_ALL=C`) when it is run by us: its map and its overflow message are
// read.
//
// With LLD, an image with symbol versions and without `-soname` is linked under a relative name,
// also by the wrapper: LLD puts the output's name into it, and no other folder has the same
// absolute one.

#pragma once

#include "Link/Relink/LtoObjects.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"

namespace etprune {

/// An object of the tool's.
struct AddedObject {
  llvm::StringRef Name;
  llvm::ArrayRef<char> Bytes;
};

struct RelinkRequest {
  /// The table object, or empty where a linker script collects the records.
  llvm::ArrayRef<char> TableObject;
  /// Objects that stand behind the table object. Their names begin with NarrowedObjectPrefix.
  std::vector<AddedObject> Kernels = {};
  const EditMap *Edits = nullptr;
  /// The objects that the link can load (Closure.h); of archives no other member is laid out, or,
  /// for LLD, no more of it than its names. Null where all are.
  const llvm::DenseSet<const InputObject *> *Loadable = nullptr;
  /// No kernel is registered: tells a script's check for an empty table that this is meant.
  bool NoKernels = false;
  bool AddGcSections = false;
  /// Makes an image that does not fit into its memories, too.
  bool AllowOverflow = false;
  /// Lists the sections that --gc-sections removes in RelinkResult::Stderr or Stdout.
  bool PrintGcSections = false;
};

/// A file that the user's link writes besides the image.
struct SideOutput {
  LinkOperand::Kind What;
  std::string Path; ///< as the command names it
  std::string Contents;
};

struct RelinkResult {
  int ExitCode = 0;
  std::unique_ptr<llvm::MemoryBuffer> Image; ///< null where the linker failed
  std::string Map;
  std::string Stdout, Stderr;
  std::vector<LtoObject> LtoObjects;
  std::vector<SideOutput> SideOutputs;
};

/// Runs the recorded linker, or our own LLD in its place. Fails when the link could not be set up,
/// or when the linker read a file that was not captured; a linker that ran and failed is a result.
llvm::Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request);

} // namespace etprune
