// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link with every kernel and the one with a selection, and the functions that both need.

#pragma once

#include "Options.h"

namespace etprune {

/// Links with the table of all kernels in front, which leaves image and bundle, and gives the
/// linker's exit status. The linker's output is not passed on where its image is only a step to
/// another.
llvm::Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan, bool IsLast);

/// Its way where the link has other files than the user's command (LinkInputs::IsChanged): done
/// with these, as a selected link is.
llvm::Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast);

/// Links with the plan, as et-prune does it, and gives the linker's exit status. Image, bundle,
/// reports and the linker's own files are written together or not at all.
llvm::Expected<int> linkSelected(const PruneRequest &Request, PruneState &State);

/// A file's contents; nothing where it cannot be read.
std::string readFile(const std::string &Path);

/// True where GNU ld has LLVM's plugin compile a part of the program.
bool usesLlvmPlugin(const CapturedLink &Link);

/// Records the identity of the linker and of its plugins: version, size, hash.
llvm::Error identify(CapturedLink &Link);

/// Writes a bundle alone.
llvm::Error writeBundle(BundleWriter &Bundle, const std::string &Path);

/// As a linker that fails: no image that looks finished, no bundle of the one before.
void removeOutputs(const std::string &Image);

/// Tells a user whose program overflows with every kernel, and has left a bundle, what to do.
void explainOverflow(const CapturedLink &Link, const PrunePlan &Everything,
                     llvm::StringRef Messages);

} // namespace etprune
