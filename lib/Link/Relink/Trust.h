// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which files of this machine et-prune may run, load and replace for a link bundle, and if
// its command line may be used. The bundle may come from another person. All programs run confined
// (Confinement.h), which protects the user; these rules keep a stranger from choosing a program.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Fails if a relink cannot use the command, with a message for each argument that prevents it. A
/// relink writes the arguments from parsed options, so each must be a known option of the linker,
/// and not one that only the user's own link may have.
llvm::Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker);

/// Fails unless the recorded linker is still at its path. `ImageFolder` is the folder of the image
/// and its bundle, which may be an unpacked archive.
llvm::Error checkLinker(const LinkerIdentity &Recorded, llvm::StringRef ImageFolder);

/// Fails unless only this user and root can have put a program at its path. The path may not be
/// below `ImageFolder` or in a folder that everybody can write.
llvm::Error checkPlace(llvm::StringRef Program, llvm::StringRef ImageFolder);

/// Applies checkPlace() to gcc's programs and the plugins, if the link is from a bundle.
llvm::Error checkPlaces(const CapturedLink &Link);

/// Fails unless the link's plugins may be loaded, and its intermediate code may be compiled again.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Removes linker plugins that may not be loaded here from a link without intermediate code, and
/// returns the reasons as an error; success if no plugin was removed. Without the plugins, GNU ld
/// may order sections differently, so the image must be reproduced first.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// Fails unless `Path` is free or holds a file of the same kind as the side output. The error
/// describes the existing file; a FileError says that it cannot be read.
llvm::Error checkSideOutput(OptionUse What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
