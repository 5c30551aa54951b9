// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files of this machine that a confined program needs to run. It reads the program's
// dynamic section and searches like the dynamic loader, because asking the loader (`ldd`) would run
// the program. The system's library folders are readable as a whole. Of other folders only the
// libraries are readable, because such a folder may hold private files.

#pragma once

#include "Link/Linkers/ProgramFile.h"
#include "Support/Confinement.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

namespace etprune {

/// Adds the folders of a list such as LD_LIBRARY_PATH. Puts `Root` before each absolute folder.
void addFolders(llvm::StringRef List, std::vector<std::string> &Folders, llvm::StringRef Root = "");

/// Does the same with the folders in ld.so.conf. False if there is no such file.
bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          llvm::StringRef Root = "");

/// Replaces $ORIGIN in folders by the folder of the program or library that names them.
std::string withOrigin(llvm::StringRef Folders, llvm::StringRef NamedBy);

/// The contents of a regular file of plausible size; null for any other file. Ends the process if
/// memory is exhausted.
std::unique_ptr<llvm::MemoryBuffer> readRegular(const std::string &Path);

class ToolchainAccess {
public:
  ToolchainAccess();

  /// Adds a program with its loader and libraries. A script, which only a user can name, may run
  /// its interpreter, the programs in PATH, and the programs that it names by path.
  void addProgram(const std::string &Path) { addElf(Path, /*IsProgram=*/true); }
  /// Adds a library that a program loads at run time, such as a linker's plugin.
  void addLibrary(const std::string &Path) { addElf(Path, /*IsProgram=*/false); }
  /// Adds the files with which a gcc driver answers questions.
  void addGccDriver(const std::string &Driver);
  /// Adds the programs that gcc runs, and its search folders in -print-search-dirs' output.
  void addGccCompiler(llvm::ArrayRef<ProgramFile> Programs, llvm::StringRef SearchFolders);

  FileAccess Files;

private:
  void addScript(llvm::StringRef Text);
  std::vector<std::string> searchFolders(llvm::StringRef Path, llvm::StringRef RunPath) const;
  void addElf(const std::string &Path, bool IsProgram);

  std::vector<std::string> SystemFolders;
  llvm::StringSet<> Tried; ///< the paths that were tried, existing or not
};

} // namespace etprune
