// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the loader's path, the dynamic section and the undefined dynamic symbols of a program or a
// shared library. If a shared library has an undefined symbol, linkers load the archive member that
// defines the symbol. They also keep and export the definition.

#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace etprune {

struct LoaderFacts {
  std::string Loader; ///< the loader's path, only in a program
  /// DT_SONAME; empty for some shared libraries. An image loads such a library by the library's
  /// path in the link command.
  std::string Soname;
  std::vector<std::string> Needed;
  std::string RunPath; ///< DT_RPATH or DT_RUNPATH
  std::vector<std::string> Undefined;
};
/// Returns only the facts before the first error in a damaged file; none if it is not ELF.
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

} // namespace etprune
