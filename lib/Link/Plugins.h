// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which linker plugins a link that is done again loads.
//
// A plugin compiles intermediate code. gcc names its own in every link, and where there is nothing
// to compile, a link without it may differ from the recorded one in the order of sections only.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Whether the link's plugins may be loaded, and its intermediate code compiled again.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Takes out of a link without intermediate code the linker plugins that may not be loaded here,
/// and says in an error why. Without them GNU ld may order some parts of the image otherwise, so
/// that it must be reproduced first. Success where nothing was taken out; those that stay need not
/// be checked again.
llvm::Error leaveOutPlugins(CapturedLink &Link);

} // namespace etprune
