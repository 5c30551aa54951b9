// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links with LLVM's bitcode (-flto). LLD compiles bitcode itself. GNU ld loads a plugin for it,
// LLVMgold.so, which runs no other program. Some of LLVM's thousands of options load libraries,
// write files or run programs. So a relink passes only known code generation options. It leaves out
// options that name an extra output file. A link with any other option is refused.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/Linker.h"

namespace etprune {

bool isLlvmPlugin(llvm::StringRef Path);

llvm::Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command, const LinkNames &Names);

/// Fails if a link with bitcode must not be repeated on this machine. `Plugin` is null if the
/// bundle names no plugin.
llvm::Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                         const LinkCommand &Command);

/// True for a known code generation option of LLVM (-mllvm, -plugin-opt).
bool isHarmlessLlvmOption(llvm::StringRef Option);

/// True for an option that a relink leaves out: it names an extra output file, or it is an option
/// for gcc's plugin, which gcc passes to every plugin.
bool isLeftOutOfLlvmLto(llvm::StringRef Option);

} // namespace etprune
