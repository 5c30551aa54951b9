// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files of a link as the linker finds them: names relative to the link's folder, then,
// for libraries and scripts, the library path; and the files that linker scripts name in turn.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"

#include <functional>

namespace etprune {

/// Opens every file that the command names, from directory `Cwd`. Files that do not exist are left
/// to the linker to complain about. `DefaultSearchDirs` is asked for the linker's own library
/// folders when a library is in none of the command's. Archives are not indexed yet.
std::unique_ptr<LinkInputs>
openInputs(const LinkCommand &Command, const LinkNames &Names,
           const std::function<std::vector<std::string>()> &DefaultSearchDirs);

/// Adds a file that the linker turned out to read although nothing names it.
llvm::Error addFound(LinkInputs &Inputs, const std::string &Path, const LinkNames &Names);

} // namespace etprune
