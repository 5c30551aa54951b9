// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune's command line as a plain structure.

#pragma once

#include "common/PruneDriver.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

enum class Mode { Prune, DryRun, List, Check, Explain, Diff, Table, PrintLinkFlags, Help, Version };

struct Options : PruneRequest {
  Mode What = Mode::Prune;
  std::string Image;                        ///< for all modes that have an image
  std::vector<std::string> LinkCommand;     ///< after "--"
  std::vector<std::string> ComparedReports; ///< for Diff and Table
  std::vector<std::string> Boards; ///< for Table: a name for each report, empty if none is given
  std::string DiffFormat = "markdown";  ///< for Diff
  std::vector<std::string> FailIfGrows; ///< for Diff

  std::string Output; ///< empty: replace the image
  bool CheckLink = false;
  std::string Linker;

  bool Explain = false; ///< --explain is given, not only --why
  std::vector<std::string> Why;

  /// For PrintLinkFlags: the options that et-ld has, too, as et-ld spells them: "--et-budget=...".
  std::vector<std::string> LinkOptions;
  bool JsonToStdout = false; ///< stdout has nothing but the JSON
  bool NoDemangle = false;
  bool CompareFull = false;
  bool Quiet = false;
};

/// Reads the command line without argv[0]. Each problem is one error.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune
