// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a plan and the pruned link to the report.
//
// The plan gives the kept kernels and the selectors that ask for them. The two images give the
// sizes, and their maps give the object of each saved byte. If data for a part of the report is
// missing (no old image, no map), a note replaces that part, and the image is pruned anyway.

#pragma once

#include "Explain/Budget.h"
#include "Prune/KnownImage.h"
#include "Report/Report.h"

namespace etprune {

/// The image with every kernel, to compare with.
struct FullImage {
  std::optional<ImageSummary> Summary; ///< none if it does not fit
  std::string MapText;

  ImageBefore before() const { return {Summary, Summary ? &MapText : nullptr}; }
};

/// The image that was linked first, if the bundle has it; else the image of a new link.
llvm::Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options);

/// Fills totals, regions and sections from the two images. The device may have no regions.
void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device);

/// Adds the budgets of regions and kernels; of several for one name, the least.
void setBudgets(PruneReport &Report, llvm::ArrayRef<Budget> Budgets);

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned);

} // namespace etprune
