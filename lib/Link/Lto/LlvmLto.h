// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's part in a link with bitcode (-flto). LLD compiles it itself; GNU ld has a plugin for it,
// LLVMgold.so, which runs nothing else. What either may be told is in the linker's arguments.
//
// A link bundle says what the plugin and its options were, and a bundle may be anybody's. So only
// the recorded file is loaded and only if it is LLVM's plugin, and options may name no path.
//
// A bundle's bitcode link loads LLVM's plugin only as the recorded file and with LLVM's text in it.
// LLVM's options may load libraries, write files and run programs: any with a path, `-load` or
// `view` is refused, and those that write what the user's link was to write are left out.

#pragma once

#include "Link/LinkCommand.h"
#include "Link/Linker.h"

namespace etprune {

/// Whether a linker plugin is LLVM's, by its name.
bool isLlvmPlugin(llvm::StringRef Path);

/// The plugin of this process's link with GNU ld.
llvm::Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command);

/// Whether a link with bitcode may be done again on this machine. `Plugin` is null for LLD.
llvm::Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                         const LinkCommand &Command);

/// Whether an option for LLVM (-mllvm, -plugin-opt) says how code is made and nothing else: LLVM's
/// can make it write files, load libraries, and show graphs by a program of the user's.
bool isHarmlessLlvmOption(llvm::StringRef Option);

/// Whether -plugin-opt=`Option` is for gcc's plugin, which also passes it where it is not used, or
/// for files that only the user's own link is to write.
bool isLeftOutOfLlvmLto(llvm::StringRef Option);

} // namespace etprune
