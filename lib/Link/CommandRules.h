// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which command lines a link may be done again with.
//
// A recorded command comes with an image, and so perhaps from someone else, and linkers have
// options that run programs, load libraries and write files. The arguments of a link that is done
// again are written anew from the options that et-prune knows (LinkerOptions.h). That needs every
// argument to be one of them, to be no option of the user's own link only, and to have a value that
// neither hides an option nor leads out of the folder that the link is done in. et-prune refuses
// every other command; et-ld does what the user asked for and says so.
//
// `-plugin` is dropped when linking again, but for the plugin of the compiler whose intermediate
// code the link has. A bundle must not name code to load.
//
// Relocations packed for Android are refused, when linking: the values of the table's words would
// have to be unpacked to check an image. `--pack-dyn-relocs=relr`, which leaves them in place, is
// read.

#pragma once

#include "Link/LinkCommand.h"

namespace etprune {

/// Success where the linker of `Family` may be run with the command, in a place that stands for
/// `Directory`. Otherwise an error for each argument that stands against it, which names it.
llvm::Error checkCommand(const LinkCommand &Command, LinkerFamily Family,
                         llvm::StringRef Directory);

/// Whether GNU ld's name of a target is that of one that makes ELF images: others have options of
/// their own.
bool isElfEmulation(llvm::StringRef Name);

} // namespace etprune
