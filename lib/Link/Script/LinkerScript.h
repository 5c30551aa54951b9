// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facts of a linker script that the tool needs: which files it names, which symbols its
// expressions may refer to, which sections it keeps, and whether it collects kernel records itself.
// The script is read as words, not as a language: every word that could be a symbol counts as one,
// which errs on the safe side.

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace etprune {

struct LinkerScript {
  std::vector<std::string> Includes; ///< INCLUDE file
  std::vector<std::string> Inputs;   ///< of INPUT, GROUP, AS_NEEDED, STARTUP; may be "-lname"
  /// Before a section's pattern and no pattern themselves: GNU ld takes these for inputs, too.
  std::vector<std::string> SectionFiles;
  std::vector<std::string> SearchDirs; ///< SEARCH_DIR, a leading "=" standing for the sysroot
  llvm::StringSet<> Words;             ///< everything that could be a symbol
  std::vector<std::string> Undefined;  ///< EXTERN(symbols): members are loaded for these
  std::vector<std::string> Kept;       ///< the section names in KEEP(), which may be patterns
  /// Those of them that stand for the sections of every file: KEEP(*(.vectors)).
  std::vector<std::string> KeptOfAllFiles;
  std::vector<std::string> Entries; ///< ENTRY(symbol)
  bool CollectsKernels = false;     ///< defines __et_kernels_start itself

  static LinkerScript parse(llvm::StringRef Text);
};

} // namespace etprune
