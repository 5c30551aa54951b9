// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The real linker behind the wrapper: where it is, and what tells one linker from another.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

struct LinkerIdentity {
  std::string Path;    ///< absolute
  std::string Version; ///< the first line of --version
  uint64_t Size = 0;   ///< of the program file
  uint64_t Hash = 0;   ///< xxh3 of the program file
};

/// Finds the linker that the compiler driver would have run had our folder not come first:
/// `Name` ("ld", "ld.bfd", ...) in the folders that the driver passes in COMPILER_PATH, then what
/// the driver itself names, then PATH. `Self` is this program, which is never the answer.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name, llvm::StringRef Self);

/// Reads the program and asks it for its version.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// Whether the program at a recorded identity's path is still that linker.
llvm::Error checkLinker(const LinkerIdentity &Recorded);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" for the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
