// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLD that comes with et-prune (tools/et-lld) has two purposes:
//
// Speed: LLVM's own ld.lld binds the shared libLLVM at every start, which takes as long as a small
// link; et-lld is linked statically. If a link's linker has the build ID that et-lld was built
// from, et-lld does the link instead and makes the same image. If et-lld fails, the link's own
// linker decides, because it may know more targets.
//
// Bundles without their LLD: et-lld does such a link again if it has exactly that LLD's version.
// Only the version line can be compared, so it must first reproduce the image.

#pragma once

#include "Support/Process.h"

#include <string>

namespace etprune {

/// The path of et-lld, beside this program's folder; empty if it does not exist.
std::string ownLld();

/// The first line of et-lld's `ld.lld --version`.
llvm::Expected<std::string> ownLldVersion();

/// That line, if a linker is the build that et-lld was built from; empty for any other linker, or
/// without et-lld.
std::string versionOfOwnBuild(const std::string &Linker);

/// Runs et-lld as ld.lld, like runProcess(). `Linker` is its own name in messages.
llvm::Expected<ProcessResult> runOwnLld(const std::string &Linker, llvm::ArrayRef<std::string> Args,
                                        const std::string &Directory,
                                        llvm::ArrayRef<std::string> Environment,
                                        const Confinement *Confined = nullptr);

/// Like runProcess(), but runs et-lld if the linker is its build.
llvm::Expected<ProcessResult> runLinkerOrOwn(const std::string &Linker,
                                             llvm::ArrayRef<std::string> Args,
                                             const std::string &Directory,
                                             llvm::ArrayRef<std::string> Environment,
                                             const Confinement *Confined = nullptr);

} // namespace etprune
