// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files of this machine that a confined program needs to run. et-prune reads the
// program's dynamic section and searches like the dynamic loader, because asking the loader (`ldd`)
// would run the program. An ELF program may read only the libraries that it needs, not their
// folders, because a folder may hold private files. A script may read all files in the system's
// library folders.

#pragma once

#include "Link/Linkers/ProgramFile.h"
#include "Support/Confinement.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

namespace etprune {

/// Adds the folders of a list such as LD_LIBRARY_PATH. Puts `Root` before each absolute folder.
void addFolders(llvm::StringRef List, std::vector<std::string> &Folders, llvm::StringRef Root = "");

/// Adds the folders that `Path`, a file like ld.so.conf, lists. Puts `Root` before each absolute
/// folder. Returns false if the file cannot be read.
bool addConfiguredFolders(const std::string &Path, std::vector<std::string> &Folders,
                          llvm::StringRef Root = "");

/// Replaces $ORIGIN in folders by the folder of the program or library that names them.
std::string withOrigin(llvm::StringRef Folders, llvm::StringRef NamedBy);

/// The contents of a regular file of at most LargestProgram bytes; null for any other file. Ends
/// the process if memory is exhausted.
std::unique_ptr<llvm::MemoryBuffer> readRegular(const std::string &Path);

class ToolchainAccess {
public:
  ToolchainAccess();

  /// Adds a program with its loader and libraries. A script gets wide access, which is safe:
  /// checkProgram() refuses a script that a bundle chooses.
  void addProgram(const std::string &Path) { addElf(Path, /*IsProgram=*/true); }
  void addLibrary(const std::string &Path) { addElf(Path, /*IsProgram=*/false); }
  /// Adds a gcc driver, and gcc's folders, in which the driver searches for a program when it
  /// answers -print-prog-name.
  void addGccDriver(const std::string &Driver);
  /// Adds the programs that gcc runs, and the folders in which gcc searches for programs.
  /// `SearchFolders` is the output of -print-search-dirs.
  void addGccCompiler(llvm::ArrayRef<ProgramFile> Programs, llvm::StringRef SearchFolders);

  FileAccess Files;

private:
  void addScript(llvm::StringRef Text);
  std::vector<std::string> searchFolders(llvm::StringRef Path, llvm::StringRef RunPath) const;
  void addElf(const std::string &Path, bool IsProgram);

  std::vector<std::string> SystemFolders;
  llvm::StringSet<> Tried;
};

} // namespace etprune
