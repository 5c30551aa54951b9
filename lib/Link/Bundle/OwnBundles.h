// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers the bundles that this user's tools wrote: empty files in
// $XDG_STATE_HOME/et-prune/bundles, named by the bundles' SHA-256. A Linux kernel without Landlock
// or seccomp cannot confine a linker. On such a Linux kernel, only the remembered bundles are
// pruned.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

/// Remembers a written bundle, if the Linux kernel cannot confine a linker.
void rememberBundle(const std::string &Path);

/// Fails if the Linux kernel cannot confine a linker and these bundle bytes were not remembered.
llvm::Error checkOwnBundle(llvm::StringRef Bytes, llvm::StringRef Path);

} // namespace etprune
