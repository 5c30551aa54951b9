// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLD that comes with et-prune (tools/et-lld) has two purposes:
//
// Speed: at every start of LLVM's ld.lld, the loader binds it to the shared library libLLVM. That
// takes as long as a small link. et-lld is linked statically, from the libraries of one LLVM build.
// If a link's linker has the build ID of this build's ld.lld, et-lld does the link instead and
// makes the same image. If et-lld fails, the link's own linker runs, because it may know more
// targets.
//
// Bundles whose LLD is missing: et-lld relinks if it prints the recorded version line. Different
// builds can print the same line, so et-lld must first reproduce the image.

#pragma once

#include "Support/Process.h"

#include <string>

namespace etprune {

/// The path of et-lld, which is in libexecFolder(); empty if there is no et-lld.
std::string ownLld();

llvm::Expected<std::string> ownLldVersion();

/// The first line that a linker prints for --version, if it is the ld.lld from whose libraries
/// et-lld was built. Empty for any other linker, or without et-lld.
std::string versionOfOwnBuild(const std::string &Linker);

/// Runs et-lld as ld.lld, like runProcess(). `Linker` is the name in its messages.
llvm::Expected<ProcessResult> runOwnLld(const std::string &Linker, llvm::ArrayRef<std::string> Args,
                                        const std::string &Directory,
                                        llvm::ArrayRef<std::string> Environment,
                                        const Confinement *Confined = nullptr);

/// Like runProcess(), but runs et-lld if `Linker` is the ld.lld that et-lld was built from.
llvm::Expected<ProcessResult> runLinkerOrOwn(const std::string &Linker,
                                             llvm::ArrayRef<std::string> Args,
                                             const std::string &Directory,
                                             llvm::ArrayRef<std::string> Environment,
                                             const Confinement *Confined = nullptr);

} // namespace etprune
