// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which files of this machine a link bundle may have et-prune run, load and replace.
//
// A bundle comes with an image, and so may be another person's. A program or plugin that it names
// must be the recorded ELF file, in a place where no other user and no unpacked archive puts files.
// All of them run confined (Confinement.h), which is what protects the user; these rules keep a
// stranger from choosing a program. Side outputs, which et-prune writes itself, replace files of
// their own kind only.
//
// A plugin compiles intermediate code. gcc names its own in every link, and where there is nothing
// to compile, a link without it may differ from the recorded one in the order of sections only.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Fails unless the program at a recorded linker's path is still that linker. `ImageFolder` has the
/// bundle.
llvm::Error checkLinker(const LinkerIdentity &Recorded, llvm::StringRef ImageFolder);

/// Fails unless only this user and root can have put a program where the bundle names it: in no
/// folder that everybody can write, and not below `ImageFolder`.
llvm::Error checkPlace(llvm::StringRef Program, llvm::StringRef ImageFolder);

/// The same of the programs of gcc and of the plugins, in a link of a bundle. The link that this
/// process was asked for is the user's own.
llvm::Error checkPlaces(const CapturedLink &Link);

/// Fails unless the link's plugins may be loaded, and its intermediate code compiled again.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Takes out of a link without intermediate code the linker plugins that may not be loaded here,
/// and says in an error why. Without them GNU ld may order some parts of the image otherwise, so
/// that it must be reproduced first. Success where nothing was taken out; those that stay need not
/// be checked again.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// Fails unless a side output may be written to `Path`: there is a file of the same kind, or none.
/// The error says what is there; a FileError says that it cannot be read. `Output` is the image's
/// name in the link command.
llvm::Error checkSideOutput(LinkOperand::Kind What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
