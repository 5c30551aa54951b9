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
  std::string Image;                        ///< of all modes that have one
  std::vector<std::string> LinkCommand;     ///< after "--"
  std::vector<std::string> ComparedReports; ///< of Diff and Table
  std::vector<std::string> Boards; ///< of Table: a name for each report, empty where none is given
  std::string DiffFormat = "markdown";  ///< of Diff
  std::vector<std::string> FailIfGrows; ///< of Diff

  std::string Output; ///< empty: replace the image
  bool CheckLink = false;
  std::string Linker;

  bool Explain = false; ///< the mode's: the whole account, not only answers to these
  std::vector<std::string> Why, WhatIf;

  bool JsonToStdout = false; ///< and nothing else
  bool NoDemangle = false;
  bool CompareFull = false;
  bool Quiet = false;
};

/// Reads the command line without argv[0]. All that is wrong with it is one error each.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

/// The options that et-ld has, too, as they are written for it: "--et-budget=FLASH=64K".
std::vector<std::string> linkOptions(const Options &Opts);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune
