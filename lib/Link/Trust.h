// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files of this machine a link bundle may have et-prune run, load and replace.
//
// A bundle comes with an image, and so may be another person's. It may cause no more than linking
// the image again does: its linker is run, if it is one, its linker plugins are loaded, if they
// are gcc's and LLVM's, and the side outputs of the link are replaced, if they are such files. The
// linker's arguments are checked in CommandRules.h.
//
// A bundle's linker must be an ELF program that contains GNU ld's version text, which is checked
// before it runs, with the recorded size and hash. Size and hash alone would let a bundle name any
// program.
//
// A plugin compiles intermediate code. gcc names its own in every link, and where there is nothing
// to compile, a link without it may differ from the recorded one in the order of sections only.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Whether the program at a recorded linker's path is still that linker, found out without running
/// it.
llvm::Error checkLinker(const LinkerIdentity &Recorded);

/// Whether the link's plugins may be loaded, and its intermediate code compiled again.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Takes out of a link without intermediate code the linker plugins that may not be loaded here,
/// and says in an error why. Without them GNU ld may order some parts of the image otherwise, so
/// that it must be reproduced first. Success where nothing was taken out; those that stay need not
/// be checked again.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// Whether a side output may be written to `Path`: there is a file of the same kind, or none. The
/// error says what is there; a FileError says that it cannot be read. `Output` is the image's name
/// in the link command.
llvm::Error checkSideOutput(LinkOperand::Kind What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
