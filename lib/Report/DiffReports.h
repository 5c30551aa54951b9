// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two JSON reports, for a pull request or a script: the differences between the images of
// two commits, and their causes.

#pragma once

#include "Report/DiffCauses.h"
#include "Report/ReadReport.h"
#include "Report/Report.h"

namespace etprune {

struct NamedChange {
  std::string Name;
  SizeChange Size;
};

struct ExceededBudget : ReportedLimit {
  uint64_t Before = 0; ///< the bytes that the first image takes

  std::string text() const;
};

/// The difference between two images. The image of a pruning's report is the pruned one.
struct ReportDiff {
  std::string Before, After; ///< names
  std::vector<ExceededBudget> OverBudget;
  std::vector<NamedChange> Totals, Regions;
  std::vector<NamedChange> Sections; ///< changed sections
  size_t NumKernels = 0;             ///< in the second image
  size_t NumKernelsBefore = 0;
  std::vector<NamedChange> Added, Removed, Changed; ///< kernels' own code
  /// None if a report has no account of its image.
  std::optional<std::vector<DiffCause>> Causes;
  std::vector<std::string> Notes; ///< another toolchain, another selection
};

/// Fails with an error for each text that is not a report.
llvm::Expected<ReportDiff> diffReports(NamedReport Before, NamedReport After);

/// Markdown, with the causes first. It is shorter than 65,536 characters, the limit of a comment on
/// GitHub.
std::string diffMarkdown(const ReportDiff &Diff);
std::string diffJson(const ReportDiff &Diff);

/// Limits of growth: "flash:1%", "ram:512", "FLASH:4K", "kernels:0".
struct GrowthLimit {
  std::string What;
  uint64_t Bytes = 0;
  std::optional<double> Percent;
};
llvm::Expected<std::vector<GrowthLimit>> parseGrowthLimits(llvm::ArrayRef<std::string> Texts);
/// Fails with a StatusError (OverBudget) that names each exceeded limit and the largest causes.
llvm::Error checkGrowthLimits(llvm::ArrayRef<GrowthLimit> Limits, const ReportDiff &Diff);

} // namespace etprune
