// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The real linker behind the wrapper: where it is, and what tells one linker from another.
//
// clang's linker is found through the parent process. clang tells its linker nothing; the driver's
// folder holds its LLD, and for another target the driver is asked, with its own arguments, what it
// would have run.
//
// LLD before 19 is refused for bitcode: its maps call all that it makes `lto.tmp`.

#pragma once

#include "Link/LinkerOptions.h"
#include "Link/ProgramFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

/// The linkers that are told apart. Their options and maps differ.
enum class LinkerKind { GnuLd, Lld, Gold, Mold, Unknown };

inline LinkerFamily familyOf(LinkerKind Kind) {
  return Kind == LinkerKind::Lld ? LinkerFamily::Lld : LinkerFamily::Gnu;
}

/// By the first line that a linker prints for --version.
LinkerKind linkerKind(llvm::StringRef Version);
/// By the program file's name, for want of the version: what is not known by it counts as GNU ld.
LinkerKind linkerKindOfFile(const std::string &Path);

/// gold, mold and whatever else this tool cannot do a link again with: an error that says which
/// linker to take instead.
llvm::Error refuseLinker(LinkerKind Kind, llvm::StringRef Path);

struct LinkerIdentity : ProgramFile {
  std::string Version; ///< the first line of --version

  LinkerKind kind() const { return linkerKind(Version); }
};

/// Names the real linker where a driver's command says it in a way that leaves nothing to find
/// (clang's --ld-path).
constexpr llvm::StringLiteral LinkerVariable = "ET_LD_LINKER";

/// The folder with the wrapper under the linkers' names: ../libexec/et-prune beside this program.
std::string libexecFolder();

/// Finds the linker that the compiler driver would have run had our folder not come first: what
/// LinkerVariable says, else `Name` ("ld", "ld.bfd", "ld.lld", ...) in the folders that gcc passes
/// in COMPILER_PATH, then what gcc itself names; for clang, which passes nothing, beside the
/// driver, which is the parent process, then what it names for its arguments; then PATH. `Self` is
/// this program, which is never the answer.
llvm::Expected<std::string> findRealLinker(llvm::StringRef Name, llvm::StringRef Self);

/// Reads the program and asks it for its version. Fails for linkers that refuseLinker() refuses.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" for the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
