// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the dynamic symbols and entries of a program or shared library. For an undefined symbol of
// a shared library, linkers load the archive member that defines the symbol, keep the definition
// and export it to the library.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

struct LoaderFacts {
  std::string Loader; ///< the loader's path, only in a program
  /// Empty for some shared libraries. An image that is linked with such a library loads it by the
  /// path in the link command.
  std::string Soname;
  std::vector<std::string> Needed;
  std::string RunPath; ///< DT_RPATH or DT_RUNPATH
  std::vector<std::string> Undefined;
};
/// If the file is damaged or not ELF, returns the facts before the damage.
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

} // namespace etprune
