// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Remembers the bundles that this user's tools wrote. It is needed for kernels that cannot confine
// a linker, because they lack Landlock or seccomp. On such a kernel only these bundles are pruned,
// because another person's bundle could make the linker do anything.
//
// Each remembered bundle is an empty file in $XDG_STATE_HOME/et-prune/bundles, named by the
// bundle's SHA-256. Only this user can write there.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// Remembers a written bundle if this kernel cannot confine a linker. If the folder cannot be
/// written, nothing is remembered, and a later pruning is refused.
void rememberBundle(const std::string &Path);

/// Fails if the kernel cannot confine a linker and these bundle bytes were not remembered.
llvm::Error checkOwnBundle(llvm::StringRef Bytes, llvm::StringRef Path);

} // namespace etprune
