// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides which files of this machine et-prune may run, load and replace for a link bundle. Also
// decides if et-prune may use the bundle's link command. The bundle may come from another person.
// Confinement.h limits what a program can do. The rules here keep that person from choosing the
// program.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Fails if a relink cannot use the command, with a message for each wrong argument. Each argument
/// must be an input or a known option of the linker, because a relink writes the options anew from
/// their parsed form. A known option is wrong, too, if et-prune cannot repeat links with the
/// option.
llvm::Error checkCommand(const LinkCommand &Command, const LinkerKind &Linker);

/// Fails unless the recorded linker is unchanged, is a GNU ld or LLD, and passes checkPlace().
/// `ImageFolder` is the folder of the image and the bundle. Another person may have written all
/// files of this folder, for example if the user unpacked an archive.
llvm::Error checkLinker(const LinkerIdentity &Recorded, llvm::StringRef ImageFolder);

/// Fails if the permissions of "others" let other users write or replace the program. Also fails if
/// the program is below `ImageFolder`, /proc or /dev. Checks nothing if programs cannot be
/// confined, because et-prune then accepts only this user's own bundles.
llvm::Error checkPlace(llvm::StringRef Program, llvm::StringRef ImageFolder);

/// Applies checkPlace() to gcc's programs and the plugins, if the link is from a bundle.
llvm::Error checkPlaces(const CapturedLink &Link);

/// Fails if a plugin or gcc has changed, fails checkPlace(), or could run an unrecorded program.
llvm::Error checkPlugins(const CapturedLink &Link);

/// Removes all plugins from a link without intermediate code if a relink must not load one of them.
/// Then returns the reasons as an error; otherwise succeeds. Without plugins, GNU ld may order
/// sections differently. So a caller that prunes an existing image must check that a relink
/// reproduces this image.
llvm::Error leaveOutPlugins(CapturedLink &Link);

/// Fails if `Path` holds a file that is not of the side output's kind, so that et-prune does not
/// replace the file. A dependency file must begin with a rule for `Output`, the image's path. A
/// FileError means that the file is unreadable; for all other errors, et-prune only warns.
llvm::Error checkSideOutput(OptionUse What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
