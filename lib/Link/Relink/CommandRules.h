// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides if a relink can use this command line.
//
// A relink writes the linker's arguments from parsed options (LinkerOptions.h), because et-prune
// must know the link's inputs and outputs. So every argument must be a known option of the link's
// own linker, and must not be an option that only the user's own link may have. These rules do not
// protect from a stranger's command. The confinement of the linker does (Confinement.h).

#pragma once

#include "Link/Command/LinkCommand.h"

namespace etprune {

/// Fails if a relink cannot use the command. The error has a message for each argument that
/// prevents it.
llvm::Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker);

} // namespace etprune
