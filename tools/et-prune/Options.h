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
  std::string Image;                    ///< of all modes that have one
  std::vector<std::string> LinkCommand; ///< after "--"
  std::vector<std::string> Reports;     ///< of Diff: the two files; of Table: all of them
  std::vector<std::string> Boards; ///< of Table: a name for each report, empty where none is given
  std::string DiffFormat;          ///< of Diff
  std::vector<std::string> FailIfGrows; ///< of Diff

  std::string Output; ///< empty: replace the image
  bool CheckLink = false;
  std::string Linker;

  bool Sizes = false;   ///< of List
  bool Explain = false; ///< the mode's: the whole account, not only answers to these
  std::vector<std::string> Why, WhatIf;

  std::string ReportText, ReportJson, ReportHtml;
  bool Demangle = true;
  bool CompareFull = false;
  bool Quiet = false;

  /// The file for the JSON report; empty where there is none.
  std::string jsonFile() const { return ReportJson == "-" ? "" : ReportJson; }
  ReportFiles reportFiles() const { return {ReportText, jsonFile(), ReportHtml}; }
};

/// Reads the command line without argv[0]. All that is wrong with it is one error each.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune
