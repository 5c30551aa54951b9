// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether a link with this command line can be done again.
//
// A relink writes the linker's arguments from parsed options (LinkerOptions.h), because et-prune
// must know the link's inputs and outputs. So every argument must be a known option of the link's
// own linker, and no option that only the user's own link may have. These rules do not protect from
// a stranger's command; confinement of the linker does (Confinement.h).

#pragma once

#include "Link/Command/LinkCommand.h"

namespace etprune {

/// Success if this kind of linker can run the command again. Otherwise the error names each
/// argument that prevents it.
llvm::Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker);

} // namespace etprune
