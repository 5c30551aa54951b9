// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files of a link as the linker does: first names relative to the link's folder, then,
// for libraries and scripts, the library path. Also finds the files that linker scripts name.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// Opens every file that the command names. The linker reports missing files.
/// `DefaultSearchDirs` gives the linker's own library folders, if a library is in none of the
/// command's folders. This does not index archives yet.
std::unique_ptr<LinkInputs>
openInputs(const LinkCommand &Command, const LinkNames &Names,
           llvm::function_ref<std::vector<std::string>()> DefaultSearchDirs);

/// Adds a file that the linker read although nothing names it.
llvm::Error addFound(LinkInputs &Inputs, const std::string &Path, const LinkNames &Names);

} // namespace etprune
