// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers the bundles that this user's tools wrote, as empty files in the folder
// $XDG_STATE_HOME/et-prune/bundles (by default in ~/.local/state). A file's name is the bundle's
// SHA-256. A Linux kernel without Landlock or seccomp cannot confine a linker. et-prune then prunes
// only remembered bundles, because another person's bundle could attack through the linker.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

/// Remembers a written bundle, if the Linux kernel cannot confine a linker.
void rememberBundle(const std::string &Path);

/// Fails if the Linux kernel cannot confine a linker and these bundle bytes were not remembered.
llvm::Error checkOwnBundle(llvm::StringRef Bytes, llvm::StringRef Path);

} // namespace etprune
