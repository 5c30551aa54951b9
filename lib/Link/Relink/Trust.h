// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which files of this machine et-prune may run, load and replace for a link bundle.
//
// A bundle comes with an image, so it may come from another person. A program or plugin that it
// names must be the recorded ELF file. It must not be in a folder where every user can write, nor
// in the image's folder, which may be an unpacked archive. All programs run confined
// (Confinement.h), which protects the user; these rules keep a stranger from choosing a program.
// et-prune writes side outputs itself, and they replace only files of their own kind.
//
// A plugin compiles intermediate code, but gcc passes its plugin to every link. If there is no
// intermediate code, a link without the plugin can only order sections differently.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Fails unless the recorded linker is still at its path. `ImageFolder` is the folder of the image
/// and its bundle.
llvm::Error checkLinker(const LinkerIdentity &Recorded, llvm::StringRef ImageFolder);

/// Fails unless only this user and root can have put a program at its path. The path may not be
/// below `ImageFolder` or in a folder that everybody can write.
llvm::Error checkPlace(llvm::StringRef Program, llvm::StringRef ImageFolder);

/// Applies checkPlace() to gcc's programs and the plugins, if the link is from a bundle.
llvm::Error checkPlaces(const CapturedLink &Link);

/// Fails unless the link's plugins may be loaded, and its intermediate code may be compiled again.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Removes linker plugins that may not be loaded here from a link without intermediate code, and
/// returns the reasons as an error. Without the plugins, GNU ld may order parts of the image
/// differently, so the image must be reproduced first. Success if no plugin was removed.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// Fails unless `Path` is free or holds a file of the same kind as the side output. The error
/// describes the existing file; a FileError says that it cannot be read. `Output` is the image's
/// name in the link command.
llvm::Error checkSideOutput(OptionUse What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
