// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's part in a link with bitcode (-flto). LLD compiles it itself; GNU ld has a plugin for it,
// LLVMgold.so, which runs no other program. The linker's arguments say everything that either is
// told.
//
// A link bundle, which names the plugin and its options, may be another person's. So only the
// recorded file is loaded, and only with LLVM's text in it. LLVM has thousands of options, of which
// some load libraries, write files and run programs. Those that are known to say how code is made
// are passed on, by their exact names; those for files that only the user's own link is to write
// are left out; a link with any other is refused.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/LinkerProgram.h"

namespace etprune {

/// True if a linker plugin is LLVM's, by its name.
bool isLlvmPlugin(llvm::StringRef Path);

/// The plugin of this process's link with GNU ld.
llvm::Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command, const LinkNames &Names);

/// Fails unless a link with bitcode may be done again on this machine. `Plugin` is null without
/// one.
llvm::Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                         const LinkCommand &Command);

/// True for an option of LLVM (-mllvm, -plugin-opt) that is known to say only how code is made.
bool isHarmlessLlvmOption(llvm::StringRef Option);

/// True for an option of gcc's plugin, which gcc also passes to another plugin, and for one that
/// names a file that only the user's own link is to write.
bool isLeftOutOfLlvmLto(llvm::StringRef Option);

} // namespace etprune
