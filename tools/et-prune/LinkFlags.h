// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --print-link-flags: what to put on the compiler's command line so that the link is done with a
// selection, for Makefiles and shells. et-ld's options say the same as et-prune's own.

#pragma once

#include "Options.h"

namespace etprune {

/// One line, quoted for a shell.
llvm::Error printLinkFlags(const Options &Opts, llvm::raw_ostream &OS);

} // namespace etprune
