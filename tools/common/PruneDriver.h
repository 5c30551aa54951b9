// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that et-prune and a link with a selection have in common: from the options to the plan,
// and from the pruned link to its report and its bundle. The steps between are each tool's own:
// et-prune prunes an image that is there, the wrapper makes one.

#pragma once

#include "Selectors.h"

#include "Explain/Budget.h"
#include "Link/Bundle/ImageLock.h"
#include "Report/MakeReport.h"
#include "Support/AtomicFiles.h"

#include <functional>

namespace etprune {

/// Where reports are written to; empty for those that are not wanted.
struct ReportFiles {
  std::string Text, Json, Html;

  bool any() const { return !Text.empty() || !Json.empty() || !Html.empty(); }
};

/// The options that both tools have (cmake/LinkOptions.td).
struct PruneRequest : PruneOptions {
  std::vector<Selector> Selectors;
  std::vector<std::string> Budgets;
  ReportFiles Reports;
};

/// A link with what each step adds to it. It belongs to main(), which ends the process without
/// destroying it: giving back the memory of a large link piece by piece takes as long as a small
/// link.
struct PruneState {
  ImageLock Lock; ///< of the image that is written
  CapturedLink Link;
  Selection Wanted;
  std::vector<Budget> Budgets;
  PrunePlan Plan;
  PrunedLink Pruned;
};

/// Reads selection and budgets. Each problem of either is an error of its own.
llvm::Error readRequest(const PruneRequest &Request, PruneState &State);

/// Chooses the kernels that the selection keeps.
llvm::Error plan(const PruneRequest &Request, PruneState &State);

/// Links with the plan. The inputs, which a link does not change, are packed into the bundle at the
/// same time.
llvm::Expected<PrunedLink> linkAndPack(const CapturedLink &Link, const PrunePlan &Plan,
                                       const PruneOptions &Options, BundleWriter &Bundle);

/// The report of a pruned link, from `Before` or, where that is null, from the image with every
/// kernel, which is linked where the bundle does not know it.
llvm::Expected<PruneReport> report(const PruneRequest &Request, ReportedRun Run,
                                   const PruneState &State, const ImageBefore *Before);

/// The forms of a report, each made when it is wanted. Without Html, the page is made from Json.
struct ReportForms {
  std::function<void(llvm::raw_ostream &)> Text, Json;
  std::function<llvm::Expected<std::string>()> Html;

  std::string text() const; ///< made printable
  std::string json() const;
};
ReportForms formsOf(const PruneReport &Report, const PruneRequest &Request);

/// Adds the reports for which a file is named.
llvm::Error addReports(AtomicFiles &Files, const ReportFiles &Paths, const ReportForms &Report);

/// Adds a bundle.
llvm::Error addBundle(AtomicFiles &Files, const std::string &Path, BundleWriter &Bundle);

} // namespace etprune
