// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links with LLVM's bitcode (-flto). LLD compiles bitcode itself. GNU ld compiles bitcode with the
// plugin LLVMgold.so, which runs no other program. Some of LLVM's thousands of options load
// libraries, write files or run programs. So a relink passes only known code generation options to
// LLVM. A relink leaves out LLVM's options that name an extra output file, and fails if the link
// has any other option of LLVM.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"
#include "Link/Linkers/Linker.h"

namespace etprune {

bool isLlvmPlugin(llvm::StringRef Path);

llvm::Expected<ProgramFile> captureLlvmPlugin(const LinkCommand &Command, const LinkNames &Names);

/// Fails if a relink must not compile bitcode, because of an option, the linker's version, or a
/// changed plugin. `Plugin` is null if the bundle names no plugin; LLD needs none.
llvm::Error checkLlvmLto(const ProgramFile *Plugin, const LinkerIdentity &Linker,
                         const LinkCommand &Command);

/// True for a known code generation option of LLVM (-mllvm, -plugin-opt).
bool isHarmlessLlvmOption(llvm::StringRef Option);

/// True for an option that a relink leaves out. Either the option names an extra output file, or
/// the option is meant for gcc's plugin. gcc passes its own plugin's options to every plugin.
bool isLeftOutOfLlvmLto(llvm::StringRef Option);

} // namespace etprune
