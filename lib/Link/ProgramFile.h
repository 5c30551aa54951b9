// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Program files, and what programs load, identified by their contents: a link bundle records which
// took part in its link, and only these may take part in it again.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// A program, or a library that a program loads.
struct ProgramFile {
  std::string Path; ///< absolute
  uint64_t Size = 0;
  uint64_t Hash = 0; ///< xxh3

  bool isSameAs(const ProgramFile &Other) const { return Size == Other.Size && Hash == Other.Hash; }
};

/// `What` is how an error calls it: "the linker".
llvm::Expected<ProgramFile> identifyProgram(const std::string &Path, llvm::StringRef What);

/// Success where the file at the recorded path still has the recorded contents.
llvm::Error checkProgram(const ProgramFile &Recorded, llvm::StringRef What);

/// Whether a file is an ELF program that contains a text, found out without running it.
bool isProgramThatSays(const std::string &Path, llvm::StringRef Text);

/// The path with all symbolic links resolved; as it is where there is no such file.
std::string realPath(llvm::StringRef Path);

} // namespace etprune
