// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the facts of a linker script that et-prune needs. The script is read as words, not parsed
// as a language. Every word that could be a symbol counts as a symbol, so at worst too many symbols
// are kept.

#pragma once

#include "llvm/ADT/StringSet.h"

#include <vector>

namespace etprune {

struct LinkerScript {
  std::vector<std::string> Includes; ///< INCLUDE file
  std::vector<std::string> Inputs;   ///< from INPUT, GROUP, AS_NEEDED, STARTUP; may be "-lname"
  /// Plain file names before section patterns: GNU ld treats these as inputs, too.
  std::vector<std::string> SectionFiles;
  std::vector<std::string> SearchDirs; ///< SEARCH_DIR; a leading "=" stands for the sysroot
  llvm::StringSet<> Words;             ///< every word that could be a symbol
  std::vector<std::string> Undefined;  ///< EXTERN(symbols), which load archive members
  std::vector<std::string> Kept;       ///< the section names in KEEP(), which may be patterns
  /// Kept names that apply to every file's sections: KEEP(*(.vectors)).
  std::vector<std::string> KeptOfAllFiles;
  std::vector<std::string> Entries; ///< ENTRY(symbol)
  bool CollectsKernels = false;     ///< the script itself defines __et_kernels_start

  static LinkerScript parse(llvm::StringRef Text);
};

} // namespace etprune
