// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the report from the plan and the pruned link.
//
// The plan gives the kept kernels and their askers (Selection.h). The two images give the sizes,
// and their maps give the object of each saved byte. If data for a part of the report is missing
// (no old image, no map), a note replaces that part, and the image is pruned anyway.

#pragma once

#include "Explain/Budget.h"
#include "Prune/KnownImage.h"
#include "Report/Report.h"

namespace etprune {

/// The image with every kernel. The report compares the pruned image with it.
struct FullImage {
  std::optional<ImageSummary> Summary; ///< none if the image does not fit its memories
  std::string MapText;

  ImageBefore before() const { return {Summary, Summary ? &MapText : nullptr}; }
};

/// Returns the full image that the bundle recorded; if it has none, links the full image.
llvm::Expected<FullImage> fullImage(const CapturedLink &Link, const PruneOptions &Options);

/// Fills totals, regions and sections from the two images. The device may have no regions.
void fillSizes(PruneReport &Report, const ImageSummary &Before, const ImageSummary &After,
               const Memories &Device);

/// If one name has several, the least counts.
void setBudgets(PruneReport &Report, llvm::ArrayRef<Budget> Budgets);

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned);

} // namespace etprune
