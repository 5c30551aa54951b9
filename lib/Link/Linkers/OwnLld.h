// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The LLD that comes with et-prune (tools/et-lld). It is there for two reasons:
//
// Speed: LLVM's own ld.lld binds the shared libLLVM at every start, which takes as long as a small
// link; this one is linked statically. Where the linker of a link is the very build that it was
// made from, which the build IDs tell, it does the link in that program's place, and gives the same
// image. Should it fail, that program has the last word: it may know more targets.
//
// Bundles whose LLD is gone: it does such a link again where it has exactly that LLD's version. It
// must reproduce the image first, for the version line is all that is left to compare.

#pragma once

#include "Support/Process.h"

#include <string>

namespace etprune {

/// The program, in the folder beside this one's; empty where it is not there.
std::string ownLld();

/// The first line of ld.lld --version, of that program.
llvm::Expected<std::string> ownLldVersion();

/// The same line where a linker is the build that our own was made from; empty where it is not, or
/// there is no such program.
std::string versionOfOwnBuild(const std::string &Linker);

/// As runProcess() does with ld.lld. `Linker` is its name for itself in messages.
llvm::Expected<ProcessResult> runOwnLld(const std::string &Linker, llvm::ArrayRef<std::string> Args,
                                        const std::string &Directory,
                                        llvm::ArrayRef<std::string> Environment,
                                        const Confinement *Confined = nullptr);

/// As runProcess(), by our own LLD where the linker is of its build.
llvm::Expected<ProcessResult> runLinkerOrOwn(const std::string &Linker,
                                             llvm::ArrayRef<std::string> Args,
                                             const std::string &Directory,
                                             llvm::ArrayRef<std::string> Environment,
                                             const Confinement *Confined = nullptr);

} // namespace etprune
