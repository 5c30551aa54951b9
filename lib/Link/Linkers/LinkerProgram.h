// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifies, queries and runs the linker's program file.

#pragma once

#include "Link/Linkers/Linker.h"
#include "Link/Linkers/ProgramFile.h"

namespace etprune {

struct LinkerIdentity : ProgramFile {
  std::string Version; ///< the first line of --version

  /// The linker's kind. It is GNU ld for an unknown version, because most linkers read a command
  /// like GNU ld.
  const LinkerKind &kind() const;
};

/// Variables for running a linker, as NAME=VALUE. Messages and map are in English, because et-prune
/// reads them. malloc() of glibc 2.35 or later uses large pages: GNU ld stores symbols and sections
/// in 50 MB of small pieces, and the page faults took half of a link on a virtual machine.
std::vector<std::string> linkerEnvironment();

/// The environment variable that names the linker. It is needed if the wrapper's search would not
/// find the linker, as in clang's links with --ld-path.
constexpr llvm::StringLiteral LinkerVariable = "ET_LD_LINKER";

/// Reads the program and runs it with --version. Fails for an unknown linker.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// Fails if the linker does not link for `Machine` (EM_*), the machine of `Image`. Reads the
/// emulations' names in the linker's file instead of running the linker.
llvm::Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, llvm::StringRef Image);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" is the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
