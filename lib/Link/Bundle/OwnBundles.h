// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers the bundles that this user's tools wrote. A Linux kernel without Landlock or seccomp
// cannot confine a linker, and another person's bundle could make the linker do anything. On such a
// Linux kernel, only the remembered bundles are pruned.
//
// Each remembered bundle is an empty file in $XDG_STATE_HOME/et-prune/bundles, named by the
// bundle's SHA-256. Only this user can write there.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Remembers a written bundle if the Linux kernel cannot confine a linker. If the folder cannot be
/// written, nothing is remembered, and a later pruning is refused.
void rememberBundle(const std::string &Path);

/// Fails if the Linux kernel cannot confine a linker and these bundle bytes were not remembered.
llvm::Error checkOwnBundle(llvm::StringRef Bytes, llvm::StringRef Path);

} // namespace etprune
