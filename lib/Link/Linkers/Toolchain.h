// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of this machine that a program needs to run, for its confinement: found as the dynamic
// loader finds them, from the program's dynamic section, since asking the loader (`ldd`) would run
// the program.
//
// The system's library folders are readable as a whole: they hold nothing private, and the C
// library loads from them on demand. Any other library is readable by itself, as its folder may
// hold private files: "~/bin/ld" does not make ~/bin readable.

#pragma once

#include "Link/Linkers/ProgramFile.h"
#include "Support/Confinement.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

namespace etprune {

class ToolchainAccess {
public:
  /// Begins with the files that every program may read.
  ToolchainAccess();

  /// A program with its loader and its libraries. A script, which only a user can name, may run its
  /// interpreter, the programs in PATH, and those that it names by their paths.
  void addProgram(const std::string &Path);
  /// A library that a program loads at run time, as a linker does its plugin.
  void addLibrary(const std::string &Path);
  /// A gcc that is asked about itself, with its specs.
  void addGccDriver(const std::string &Driver);
  /// The files with which a gcc compiles: the programs that it runs, and its search folders, as
  /// -print-search-dirs lists them.
  void addGccCompiler(llvm::ArrayRef<ProgramFile> Programs, llvm::StringRef SearchFolders);

  FileAccess Files;

private:
  void addScript(llvm::StringRef Text);
  /// The library folders that `Path`, which has `RunPath`, looks into.
  std::vector<std::string> searchFolders(llvm::StringRef Path, llvm::StringRef RunPath) const;
  void addElf(const std::string &Path, bool IsProgram);

  std::vector<std::string> SystemFolders;
  /// Paths of programs and libraries, whether there is such a file or not: all libraries look for
  /// the C library in the same folders.
  llvm::StringSet<> Tried;
};

} // namespace etprune
