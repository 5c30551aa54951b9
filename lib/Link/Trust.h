// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files of this machine a link bundle may have et-prune run and replace.
//
// A bundle comes with an image, and so may be another person's. It is allowed to cause what linking
// the image again causes: the linker that it names is run, if that is a linker, and the files
// beside the image that the link command names are replaced, if they are a link's. What the linker
// is told is checked in CommandRules.h.
//
// A bundle's linker must be an ELF program that contains GNU ld's version text, which is checked
// before it runs, with the recorded size and hash. Size and hash alone would let a bundle name any
// program.

#pragma once

#include "Link/LinkCommand.h"
#include "Link/Linker.h"

namespace etprune {

/// Whether the program at a recorded linker's path is still that linker, found out without running
/// it.
llvm::Error checkLinker(const LinkerIdentity &Recorded);

/// Whether a side output may be written to `Path`: there is a file of the same kind, or none. The
/// error says what is there. `Output` is the image's name in the link command.
llvm::Error checkSideOutput(LinkOperand::Kind What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
