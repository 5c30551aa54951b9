// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link with every kernel and the one with a selection, and the functions that both need.

#pragma once

#include "Options.h"

namespace etprune {

/// A linker that runs, and its files.
struct StartedLink;
struct WaitForLinker {
  /// Leaves no image of a link whose result nobody took.
  void operator()(StartedLink *Link) const;
};
using StartedLinkPtr = std::unique_ptr<StartedLink, WaitForLinker>;

/// Whether it is certain enough, from the names in objects and archives' symbol indices, that a
/// program registers all of its kernels itself: then its link needs no table.
bool registersItself(const LinkInputs &Inputs);

/// Starts the linker on the command as the user wrote it. Reading the inputs, of which only the
/// names need be known, then takes no time of its own. The image must be locked.
llvm::Expected<StartedLinkPtr> startLink(const CapturedLink &Link);
/// The same link's exit status, once it is known that the program does not use kernels. Of a link
/// that failed, or whose messages our options changed, nothing is printed and the status is not 0:
/// it is to be done again, without options of ours.
llvm::Expected<int> finishWithoutKernels(StartedLinkPtr Started);

/// Links with the table of all kernels in front, which leaves image and bundle, and gives the
/// linker's exit status. The linker's output is not passed on where its image is only a step to
/// another. `Started` is the link that was begun before, or null.
llvm::Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan, bool IsLast,
                               StartedLinkPtr Started = nullptr);

/// Its way where the link has other files than the user's command (LinkInputs::IsChanged): done
/// with these, as a selected link is.
llvm::Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast);

/// Links with the plan, as et-prune does it, and gives the linker's exit status. Image, bundle,
/// reports and the linker's own files are written together or not at all.
llvm::Expected<int> linkSelected(const PruneRequest &Request, PruneState &State);

/// A file's contents; nothing where it cannot be read.
std::string readFile(const std::string &Path);

/// Whether GNU ld has LLVM's plugin compile a part of the program.
bool usesLlvmPlugin(const CapturedLink &Link);

/// Records the identity of the linker and of its plugins: version, size, hash.
llvm::Error identify(CapturedLink &Link);

/// As a linker that fails: no image that looks finished, no bundle of the one before.
void removeOutputs(const std::string &Image);

/// Tells a user whose program overflows with every kernel, and has left a bundle, what to do.
void explainOverflow(const CapturedLink &Link, const PrunePlan &Everything,
                     llvm::StringRef Messages);

} // namespace etprune
