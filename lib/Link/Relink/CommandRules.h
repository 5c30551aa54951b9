// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which command lines a link can be done again with.
//
// The linker's arguments are written anew from the options that et-prune knows (LinkerOptions.h),
// because et-prune must know inputs and outputs of the link. Every argument must therefore be such
// an option, of the link's own linker, and no option of the user's own link only. et-prune refuses
// every other command; et-ld does what the user asked for and says so.
//
// These rules are no guard against a stranger's command: the linker is confined (Confinement.h).

#pragma once

#include "Link/Command/LinkCommand.h"

namespace etprune {

/// Success where the linker of this kind can be given the command again. Otherwise an error for
/// each argument that stands against it, which names it.
llvm::Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker);

} // namespace etprune
