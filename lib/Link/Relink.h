// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a captured link again, with another registration table, in a folder of its own.
//
// The files are laid out below a temporary folder under the paths they had, and the linker runs
// there: relative paths stay as they were, absolute ones get the folder's name in front. So every
// pattern of a linker script ("*drv/fast.o(.text*)") matches what it matched, and nothing but the
// folder's name, which is taken out of everything the linker prints or writes, tells this link from
// the user's.

#pragma once

#include "Link/Bundle/Bundle.h"
#include "Registry/TableRewrite.h"

namespace etprune {

struct RelinkRequest {
  /// The table object, or empty where a linker script collects the records.
  llvm::ArrayRef<char> TableObject;
  const EditMap *Edits = nullptr;
  /// No kernel is registered: tells a script's check for an empty table that this is meant.
  bool NoKernels = false;
  bool AddGcSections = false;
  /// Lists the sections that --gc-sections removes in RelinkResult::Stderr or Stdout.
  bool PrintGcSections = false;
};

/// A file that the user's link writes besides the image.
struct SideOutput {
  LinkOperand::Kind What;
  std::string Path; ///< as the command names it
  std::string Contents;
};

/// An object that the link made of intermediate code and linked in its place.
struct MadeObject {
  std::string Name; ///< as the map has it
  std::unique_ptr<llvm::MemoryBuffer> Contents;
};

struct RelinkResult {
  int ExitCode = 0;
  std::unique_ptr<llvm::MemoryBuffer> Image; ///< null where the linker failed
  std::string Map;
  std::string Stdout, Stderr;
  std::vector<MadeObject> MadeObjects;
  std::vector<SideOutput> SideOutputs;
};

/// Whether an object that a map names is one that links make of intermediate code, going by its
/// name: an input may have it, too.
bool isMadeName(llvm::StringRef Object);

/// Takes out of a link without intermediate code the linker plugins that may not be loaded here,
/// and says in an error why. Without them GNU ld may order some parts of the image otherwise, so
/// that it must be reproduced first. Success where nothing was taken out.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// The image's name where the linker may put it into the image: LLD calls the base of an image's
/// symbol versions so, where the command does not say how (-soname). A relative name, from the
/// link's folder: a link that is done again elsewhere can be given that and no other.
std::optional<std::string> nameInImage(const CapturedLink &Link);

/// Runs the recorded linker, or our own LLD in its place. Fails when the link could not be set up,
/// or when the linker read a file that was not captured; a linker that ran and failed is a result.
llvm::Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request);

} // namespace etprune
