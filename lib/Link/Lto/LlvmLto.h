// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's part in a link with bitcode (-flto). LLD compiles bitcode itself. GNU ld has a plugin for
// it, LLVMgold.so, which runs no other program. The linker's arguments have all options of LLD and
// of the plugin.
//
// A link bundle names the plugin and its options, and may come from another person. So only the
// recorded file is loaded. Some of LLVM's thousands of options load libraries, write files or run
// programs. A relink passes only known code generation options, by their exact names. It leaves out
// options for files that only the user's own link writes. A link with any other option is refused.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/LinkerProgram.h"

namespace etprune {

bool isLlvmPlugin(llvm::StringRef Path);

/// The plugin that this process's link with GNU ld loads.
llvm::Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command, const LinkNames &Names);

/// Fails unless a link with bitcode may be repeated on this machine. `Plugin` is null if there is
/// none.
llvm::Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                         const LinkCommand &Command);

/// True for a known code generation option of LLVM (-mllvm, -plugin-opt).
bool isHarmlessLlvmOption(llvm::StringRef Option);

/// True for an option that a relink does not pass to LLVM. It is an option of gcc's plugin, which
/// gcc also passes to other plugins, or names a file that only the user's own link writes.
bool isLeftOutOfLlvmLto(llvm::StringRef Option);

} // namespace etprune
