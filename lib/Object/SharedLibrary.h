// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the undefined symbols and the dynamic entries of a shared library. For an undefined symbol
// of a shared library, linkers load the archive member that defines the symbol, keep the definition
// and export it to the library.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

/// The names of a library's undefined symbols. If the library is damaged, returns the readable
/// names.
std::vector<std::string> undefinedSymbols(llvm::StringRef Library);

/// The dynamic loader's entries in a program or shared library. All are empty if the file is
/// damaged or not ELF.
struct LoaderFacts {
  std::string Loader; ///< the loader's path, only in a program
  std::string Soname;
  std::vector<std::string> Needed;
  std::string RunPath; ///< DT_RPATH or DT_RUNPATH
};
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

/// True if a shared library has no soname. An image that is linked with it then loads it by the
/// path in the link command.
bool isLoadedByPath(llvm::StringRef Library);

} // namespace etprune
