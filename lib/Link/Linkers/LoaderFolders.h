// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The folders in which the dynamic loader and GNU ld search for shared libraries.

#pragma once

#include "llvm/Support/MemoryBuffer.h"

namespace etprune {

/// Adds the folders of a list such as LD_LIBRARY_PATH. Puts `Root` before each absolute folder.
void addFolders(llvm::StringRef List, std::vector<std::string> &Folders, llvm::StringRef Root = "");

/// Adds the folders of ld.so.conf or a file like it in the same way. False if there is no such
/// file.
bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          llvm::StringRef Root = "");

/// Replaces $ORIGIN in folders by the folder of the program or library that names them.
std::string withOrigin(llvm::StringRef Folders, llvm::StringRef NamedBy);

/// The contents of a regular file of plausible size; null for any other file. Ends the process if
/// memory is exhausted; otherwise an existing file would seem missing.
std::unique_ptr<llvm::MemoryBuffer> readRegular(const std::string &Path);

} // namespace etprune
