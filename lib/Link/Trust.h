// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a link bundle may make et-prune do.
//
// A bundle comes with an image, and so perhaps from someone else. All it may cause is what any link
// of the image's program causes: its linker runs, reads the bundle's files, and the image and what
// describes it are replaced. Which files may be run, read and replaced is decided here; what the
// linker may be told, in CommandRules.h.

#pragma once

#include "Link/Bundle/Bundle.h"

namespace etprune {

/// Refuses what can have no end or never begin: a pipe, a device. Success where nothing is there.
llvm::Error checkIsFile(const llvm::Twine &Path);

/// Whether a file is a program that has a text in it, found out without running it.
bool isProgramThatSays(const std::string &Path, llvm::StringRef Text);

/// Checks, without running it, that a file is an executable of that linker.
llvm::Error checkIsLinker(const std::string &Path, LinkerKind Kind);

/// Checks that a side output may be written to `Path`: there is one of the same kind already, or
/// nothing yet. The error says what is there. `Output` is the image's name in the link command.
llvm::Error checkSideOutput(LinkOperand::Kind What, llvm::StringRef Path, llvm::StringRef Output);

} // namespace etprune
