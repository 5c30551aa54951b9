// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker's program file: how it is identified, asked, and run.

#pragma once

#include "Link/Linkers/Linker.h"
#include "Link/Linkers/ProgramFile.h"

namespace etprune {

struct LinkerIdentity : ProgramFile {
  std::string Version; ///< the first line of --version

  /// GNU ld for an unknown version, because most linkers read a command as GNU ld does.
  const LinkerKind &kind() const;
};

/// Variables of a linker that is run, as NAME=VALUE: messages and map in English, which are read,
/// and large pages for malloc() of glibc 2.35 or later. GNU ld keeps symbols and sections in 50 MB
/// of small pieces, and the kernel is entered for every page of them: on a virtual machine that was
/// half of a link.
std::vector<std::string> linkerEnvironment();

/// The variable that names the real linker where the search would not find it, as with clang's
/// --ld-path.
constexpr llvm::StringLiteral LinkerVariable = "ET_LD_LINKER";

/// Reads the program and asks it for its version. Fails for linkers that refuseLinker() refuses.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// Fails if the linker links for other machines than EM_* `Machine`, that of `Image`. The linker is
/// not run before that: the names of emulations in its file tell.
llvm::Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, llvm::StringRef Image);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" for the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
