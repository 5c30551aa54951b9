// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the loader's path, the dynamic section and the undefined dynamic symbols of a program or a
// shared library. The undefined symbols of a shared library are roots of a link: linkers load the
// archive members that define these symbols, and keep and export the definitions.

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
/// If the file is damaged or not ELF, returns only the facts before the first error.
LoaderFacts readLoaderFacts(llvm::StringRef Contents);

} // namespace etprune
