// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two JSON reports side by side, as a Markdown table for a pull request: what the pruned image of
// one commit has over that of another.

#pragma once

#include "llvm/Support/Error.h"

#include <string>

namespace etprune {

/// A report with the name that messages and the table have for it.
struct NamedReport {
  llvm::StringRef Name;
  llvm::StringRef Json;
};

/// Compares what the two pruned images are ("after" in both). Errors for each text that is no
/// report.
llvm::Expected<std::string> diffReports(NamedReport Before, NamedReport After);

} // namespace etprune
