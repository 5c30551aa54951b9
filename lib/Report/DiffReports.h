// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two JSON reports side by side, for a pull request or a script: what the image of one commit has
// over that of another, and why.

#pragma once

#include "Report/DiffCauses.h"
#include "Report/ReadReport.h"
#include "Report/Report.h"

namespace etprune {

struct NamedChange {
  std::string Name;
  SizeChange Size;
};

/// A --budget that the second image does not keep to.
struct ExceededBudget : ReportedLimit {
  uint64_t Before = 0; ///< what the first image takes

  std::string text() const;
};

/// What the two images are: of a pruning's report the pruned one, of an explanation the one that it
/// explains.
struct ReportDiff {
  std::string Before, After; ///< names
  std::vector<ExceededBudget> OverBudget;
  std::vector<NamedChange> Totals, Regions;
  std::vector<NamedChange> Sections; ///< those that changed
  size_t NumKernels = 0;             ///< after
  size_t NumKernelsBefore = 0;
  std::vector<NamedChange> Added, Removed, Changed; ///< kernels' own code
  /// None where a report has no account of its image.
  std::optional<std::vector<DiffCause>> Causes;
  std::vector<std::string> Notes; ///< another toolchain, another selection
};

/// Errors for each text that is no report.
llvm::Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After);

/// Markdown, the causes first: below the 65,536 characters that a comment may have.
std::string diffMarkdown(const ReportDiff &Diff);
std::string diffJson(const ReportDiff &Diff);

/// Limits of growth: "flash:1%", "ram:512", "FLASH:4K", "kernels:0".
struct GrowthLimit {
  std::string What;
  uint64_t Bytes = 0;
  std::optional<double> Percent;
};
llvm::Expected<std::vector<GrowthLimit>> parseGrowthLimits(llvm::ArrayRef<std::string> Texts);
/// A StatusError with OverBudget names what grew more, and the largest causes.
llvm::Error checkGrowthLimits(llvm::ArrayRef<GrowthLimit> Limits, const ReportDiff &Diff);

} // namespace etprune
