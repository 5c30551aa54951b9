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
  std::vector<std::string> Boards;          ///< for Table: for each report, the board's name or ""
  std::string DiffFormat = "markdown";      ///< for Diff
  std::vector<std::string> FailIfGrows;     ///< for Diff

  std::string Output; ///< empty: replace the image
  bool CheckLink = false;
  std::string Linker;

  bool Explain = false; ///< for Mode::Explain: false if only --why is given
  std::vector<std::string> Why;

  /// For PrintLinkFlags: the given options for et-ld, in et-ld's spelling: "--et-budget=...".
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
