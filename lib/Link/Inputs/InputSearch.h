// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files of a link as the linker does, including the files that linker scripts name.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// Opens every file that the command names. Then call indexNewArchives() to read the archives'
/// symbols. Skips missing files, because the linker reports them. `DefaultSearchDirs` runs the
/// linker to get its own library folders, and is called only if the search needs these folders.
std::unique_ptr<LinkInputs>
openInputs(const LinkCommand &Command, const LinkNames &Names,
           llvm::function_ref<std::vector<std::string>()> DefaultSearchDirs);

/// Adds the file `Path`, which the linker read, if openInputs() did not find the file.
llvm::Error addFound(LinkInputs &Inputs, const std::string &Path, const LinkNames &Names);

} // namespace etprune
