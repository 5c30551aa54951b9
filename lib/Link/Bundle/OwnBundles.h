// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bundles that this user's tools wrote where the kernel cannot confine a linker: it has no
// Landlock or no seccomp.
// There, only these are pruned: another person's bundle could have the linker do anything.
//
// A bundle is known by its SHA-256, as the name of an empty file in a folder that only this user
// can write, $XDG_STATE_HOME/et-prune/bundles. Neither the owner nor the time of a bundle says who
// wrote it, and a mark in the bundle would make its bytes differ where build caches share them.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Remembers a bundle that was written, if this kernel cannot confine a linker. Where the folder
/// cannot be written, nothing is remembered, and a later pruning is refused.
void rememberBundle(const std::string &Path);

/// An error where the kernel cannot confine a linker and a bundle's bytes were not remembered.
llvm::Error checkOwnBundle(llvm::StringRef Bytes, llvm::StringRef Path);

} // namespace etprune
