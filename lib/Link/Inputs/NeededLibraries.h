// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the shared libraries that other shared libraries of the link need. GNU ld reads the needed
// libraries, too, because they may define symbols of the link.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The paths of the libraries that the shared libraries in `Inputs` need, directly or indirectly.
/// `DefaultFolders` runs the linker to get the linker's own library folders.
std::vector<std::string>
findNeededLibraries(const LinkCommand &Command, const LinkInputs &Inputs, const LinkNames &Names,
                    llvm::function_ref<llvm::ArrayRef<std::string>()> DefaultFolders);

} // namespace etprune
