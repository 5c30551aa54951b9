// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does a link give its image again? Where another linker is used than the recorded one, or the user
// asks for it, the link is done with the kernels that the image has before any is dropped: what
// differs then would differ in the pruned image, too.

#pragma once

#include "Prune/PruneLink.h"

namespace etprune {

/// Does the link again with the kernels that `Image` registers and fails unless that gives the
/// same loaded content; gives the map of that. `Map` is the image's own, where there is one.
/// `WithoutPlugins` says why the linker does not load the plugins that it had, where that is so.
llvm::Expected<std::string> reproduceImage(const CapturedLink &Link, const ElfImage &Image,
                                           const LinkMap *Map, llvm::ArrayRef<KernelRecord> Records,
                                           const PruneOptions &Options,
                                           llvm::StringRef WithoutPlugins = "");

} // namespace etprune
