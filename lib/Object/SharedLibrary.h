// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the undefined symbols and the dynamic entries of a shared library. Linkers treat an
// undefined symbol of a shared library like one of an object: they load the archive member that
// defines it, keep the definition, and export it to the library.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

/// The names of a library's undefined symbols. For a damaged library, only the readable names: the
/// linker reports the damage.
std::vector<std::string> undefinedSymbols(llvm::StringRef Library);

/// The dynamic loader's entries of a program or shared library. A damaged file, or a file that is
/// not ELF, has none.
struct LoaderFacts {
  std::string Loader; ///< of a program
  std::string Soname;
  std::vector<std::string> Needed;
  std::string RunPath; ///< DT_RPATH or DT_RUNPATH
};
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

/// True if a shared library has no soname. An image that is linked with it then loads it by the
/// path in the link command.
bool isLoadedByPath(llvm::StringRef Library);

} // namespace etprune
