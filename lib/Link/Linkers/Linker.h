// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker of a link: of which kind it is, and how it is identified.
//
// LLD before 19 is refused for bitcode: its maps call every object that it makes `lto.tmp`.

#pragma once

#include "Link/Linkers/LinkerOptions.h"
#include "Link/Linkers/ProgramFile.h"

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
/// By the program file's name, for want of the version: GNU ld unless it is another linker's.
LinkerKind linkerKindOfFile(const std::string &Path);

/// An error that says which linker to take instead of gold, mold and any other with which a link
/// cannot be done again.
llvm::Error refuseLinker(LinkerKind Kind, llvm::StringRef Path);

struct LinkerIdentity : ProgramFile {
  std::string Version; ///< the first line of --version

  LinkerKind kind() const { return linkerKind(Version); }
};

/// Variables of a linker that is run, as NAME=VALUE: messages and map in English, which are read,
/// and large pages for malloc() of glibc 2.35 or later. GNU ld keeps symbols and sections in 50 MB
/// of small pieces, and the kernel is entered for every page of them: on a virtual machine that was
/// half of a link.
std::vector<std::string> linkerEnvironment();

/// Keeps what was discarded out of GNU ld's map. Nothing here reads that part, which can be the
/// larger one. GNU ld has the option since 2.33, and --dependency-file since 2.35.
constexpr llvm::StringLiteral WithoutDiscarded = "--no-print-map-discarded";

/// The variable that names the real linker where the search would not find it, as with clang's
/// --ld-path.
constexpr llvm::StringLiteral LinkerVariable = "ET_LD_LINKER";

/// Reads the program and asks it for its version. Fails for linkers that refuseLinker() refuses.
llvm::Expected<LinkerIdentity> identifyLinker(const std::string &Path);

/// An error where GNU ld links for other machines than EM_* `Machine`, that of `Image`: by the
/// names of emulations in its file, for the linker is not run before that.
llvm::Error checkTarget(const LinkerIdentity &Linker, uint16_t Machine, llvm::StringRef Image);

/// The library folders built into a linker, in the form of SEARCH_DIR ("=" for the sysroot).
std::vector<std::string> defaultSearchDirs(const std::string &Linker);

} // namespace etprune
