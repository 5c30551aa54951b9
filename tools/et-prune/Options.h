// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune's command line as a plain structure.

#pragma once

#include "common/Selectors.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace etprune {

struct Options {
  std::string Image;
  std::vector<std::string> LinkCommand; ///< after "--"

  std::vector<Selector> Selectors;
  bool IgnoreDtypes = false;

  std::string Output; ///< empty: replace the image
  bool List = false;
  bool Check = false;
  std::vector<std::string> Diff; ///< two JSON reports, or none
  bool DryRun = false;
  bool CheckLink = false;
  bool AddGcSections = false;
  bool DropBackends = false;
  std::string Linker;
  std::vector<std::string> Budgets;
  bool PrintLinkFlags = false;

  std::string ReportText, ReportJson;
  bool CompareFull = false;
  bool Verbose = false;
  bool Quiet = false;

  bool Help = false;
  bool Version = false;
};

/// Reads the command line without argv[0]. All that is wrong with it is one error each.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Args);

void printHelp(llvm::raw_ostream &OS);

} // namespace etprune
