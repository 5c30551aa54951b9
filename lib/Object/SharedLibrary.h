// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The undefined symbols and the dynamic entries of a shared library. Linkers treat an undefined
// symbol of a shared library as one of an object: they load the archive member that defines it,
// keep the definition, and export it to the library.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

/// The names of a library's undefined symbols. Of a library that is damaged, those that can be
/// read: the linker reports it.
std::vector<std::string> undefinedSymbols(llvm::StringRef Library);

/// The entries of a program or a shared library that the dynamic loader reads. A file that is
/// damaged or no ELF file has none.
struct LoaderFacts {
  std::string Loader; ///< of a program
  std::string Soname;
  std::vector<std::string> Needed;
  std::string RunPath; ///< DT_RPATH or DT_RUNPATH
};
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

/// True if a shared library has no soname: an image that is linked with it loads it by the path
/// that the linker was given.
bool isLoadedByPath(llvm::StringRef Library);

} // namespace etprune
