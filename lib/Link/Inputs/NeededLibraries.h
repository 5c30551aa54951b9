// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the shared libraries that other shared libraries of the link need and that the command does
// not name. GNU ld reads them to see which symbols they define; LLD does not.

#pragma once

#include "Link/Command/LinkCommand.h"
#include "Link/Command/LinkNames.h"

#include <functional>
#include <string>
#include <vector>

namespace etprune {

/// A shared library that the command names: its path and contents.
struct NamedLibrary {
  std::string Path;
  llvm::StringRef Contents;
};

/// The paths of the libraries that `Libraries` need, directly or indirectly, found as GNU ld does
/// from directory `Cwd`. The linker reports missing libraries. `DefaultFolders` returns the
/// linker's own folders; it is called only if a library is in no other folder.
std::vector<std::string>
findNeededLibraries(const LinkCommand &Command, llvm::ArrayRef<NamedLibrary> Libraries,
                    const LinkNames &Names,
                    const std::function<std::vector<std::string>()> &DefaultFolders);

} // namespace etprune
