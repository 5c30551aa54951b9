// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program files and the libraries that programs load, identified by their contents: a link bundle
// records those of its link, and only these may be run or loaded when it is done again.

#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace etprune {

/// A program, or a library that a program loads.
struct ProgramFile {
  std::string Path; ///< absolute
  uint64_t Size = 0;
  uint64_t Hash = 0; ///< xxh3

  bool isSameAs(const ProgramFile &Other) const { return Size == Other.Size && Hash == Other.Hash; }
};

/// An error calls the program `What`: "the linker".
llvm::Expected<ProgramFile> identifyProgram(const std::string &Path, llvm::StringRef What);

/// Success where the file at the recorded path still has the recorded contents, and is an ELF file:
/// a script could have anything run.
llvm::Error checkProgram(const ProgramFile &Recorded, llvm::StringRef What);

/// True for an ELF file that contains a text. The file is read, not run.
bool isElfFile(const std::string &Path, llvm::StringRef Text = "");

/// The folder with the wrapper under the linkers' names and with the programs that the tools run:
/// that of this program where et-lld lies in it too, else ../libexec/et-prune.
std::string libexecFolder();

/// The path from the root. It does not depend on the caller's environment or process, as one of
/// $PWD or below /proc/self/cwd would.
std::string absolutePath(llvm::StringRef Path);

/// The path with all symbolic links resolved; as it is where there is no such file.
std::string realPath(llvm::StringRef Path);

/// The absolute path of the first file of that name that `IsWanted`, in the folders of a variable
/// like PATH; none where there is none. Without a PATH, the system's own folders of programs count.
std::optional<std::string> findInVariable(llvm::StringRef Variable, llvm::StringRef Name,
                                          llvm::function_ref<bool(llvm::StringRef)> IsWanted);

} // namespace etprune
