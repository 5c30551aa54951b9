// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of this machine that a program needs to run, for its confinement: found as the dynamic
// loader finds them, by reading the program. The folders of the system's libraries are readable as
// a whole, since they hold nothing private and the C library loads from them on demand; any other
// library is so alone. No folder of programs is listed: "~/bin/ld" does not make ~/bin readable.
//
// The system's library folders are readable as a whole, other libraries one by one: the C library
// loads from them on demand, they hold nothing private, and a folder that a linker lies in
// (`~/bin`) may. What a program loads is read from its dynamic section, as asking the loader
// (`ldd`) would run it.

#pragma once

#include "Link/ProgramFile.h"
#include "Support/Confinement.h"

#include "llvm/ADT/ArrayRef.h"

namespace etprune {

class ToolchainAccess {
public:
  /// Begins with what every program may read.
  ToolchainAccess();

  /// A program with its loader and its libraries. A script, which only a user can name, may run its
  /// interpreter, the programs in PATH, and those that it names by their paths.
  void addProgram(const std::string &Path);
  /// What a program loads besides its libraries.
  void addLibrary(const std::string &Path);
  /// A driver that is asked about itself: its specs.
  void addGccDriver(const std::string &Driver);
  /// What a driver needs to compile: the programs that it runs, make and the shell, with which it
  /// does that in parallel, and its search folders, as -print-search-dirs lists them.
  void addGccCompiler(llvm::ArrayRef<ProgramFile> Programs, llvm::StringRef SearchFolders);

  FileAccess Files;

private:
  void addScript(llvm::StringRef Text);
  /// The library folders that `Path`, which has `RunPath`, looks into.
  std::vector<std::string> searchFolders(llvm::StringRef Path, llvm::StringRef RunPath) const;
  void addElf(const std::string &Path, bool IsProgram);

  std::vector<std::string> SystemFolders;
  std::vector<std::string> Seen;
};

} // namespace etprune
