// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the shared libraries that other shared libraries of the link need and that the command does
// not name. GNU ld reads them to see which symbols they define; LLD does not.

#pragma once

#include "Link/Command/LinkNames.h"
#include "Link/Inputs/LinkInputs.h"

namespace etprune {

/// The paths of the libraries that the shared libraries in `Inputs` need, directly or indirectly.
/// The linker reports missing libraries. `DefaultFolders` returns the linker's own folders; it is
/// called only if a library is in no other folder.
std::vector<std::string>
findNeededLibraries(const LinkCommand &Command, const LinkInputs &Inputs, const LinkNames &Names,
                    llvm::function_ref<llvm::ArrayRef<std::string>()> DefaultFolders);

} // namespace etprune
