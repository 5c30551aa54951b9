// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a shared library asks for. Linkers load an archive member for an undefined symbol of a
// shared library as for one of an object, keep what defines it, and show it to the library.

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

} // namespace etprune
