// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a plan and the pruned link to the report.
//
// The plan says which kernels stay and which selectors ask for them, the two images how large
// everything is, and their two maps which object each saved byte came from. Whatever is missing for
// a part of the report (no image before, no map of it) leaves that part out and a note in its
// place: the image is pruned either way.

#pragma once

#include "Explain/Budget.h"
#include "Prune/KnownImage.h"
#include "Report/Report.h"

namespace etprune {

/// The image with every kernel, to compare with.
struct FullImage {
  std::optional<ImageSummary> Summary; ///< none where it does not fit
  std::string MapText;

  ImageBefore before() const { return {Summary, Summary ? &MapText : nullptr}; }
};

/// The one that was linked first, if the bundle knows it, else a link of its own.
llvm::Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options);

/// Fills totals, regions and sections from the two images. The device may have no regions.
void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device);

/// Adds what regions and kernels may take; of several budgets for one the least.
void setBudgets(PruneReport &Report, llvm::ArrayRef<Budget> Budgets);

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned);

} // namespace etprune
