// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Identifies program files and libraries by their contents, because a relink may run only the
// programs that the link bundle records.

#pragma once

#include "llvm/Support/Error.h"

namespace etprune {

struct ProgramFile {
  std::string Path; ///< absolute
  uint64_t Size = 0;
  uint64_t Hash = 0; ///< xxh3

  bool isSameAs(const ProgramFile &Other) const { return Size == Other.Size && Hash == Other.Hash; }
};

/// Reads a program file to identify it. Errors call the program `What`, for example "the linker".
llvm::Expected<ProgramFile> identifyProgram(const std::string &Path, llvm::StringRef What);

/// Fails unless the file at the recorded path is an ELF file with the recorded contents.
llvm::Error checkProgram(const ProgramFile &Recorded, llvm::StringRef What);

/// True for an ELF file whose contents include `Text`.
bool isElfFile(const std::string &Path, llvm::StringRef Text = "");

/// The folder with et-lld and with the wrapper under the linkers' names (ld, ld.lld). This is the
/// running program's own folder if it has et-lld, else ../libexec/et-prune relative to that folder.
std::string libexecFolder();

/// Makes a path absolute, without /proc/self/cwd, which means another folder in another process.
std::string absolutePath(llvm::StringRef Path);

/// The path with all symbolic links resolved; unchanged if there is no such file.
std::string realPath(llvm::StringRef Path);

/// The first file `Name` for which `IsWanted` is true, in the folders of a variable like PATH.
std::optional<std::string> findInVariable(llvm::StringRef Variable, llvm::StringRef Name,
                                          llvm::function_ref<bool(llvm::StringRef)> IsWanted);

} // namespace etprune
