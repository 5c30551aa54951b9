// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps that et-prune and a selected link have in common: read the selection, make the plan,
// link, and make the report and the bundle.

#pragma once

#include "Selectors.h"

#include "Explain/Budget.h"
#include "Link/Bundle/ImageLock.h"
#include "Report/Report.h"
#include "Support/AtomicFiles.h"

#include <functional>

namespace etprune {

/// The files for reports; an empty name means no report.
struct ReportFiles {
  std::string Text, Json, Html;

  bool any() const { return !Text.empty() || !Json.empty() || !Html.empty(); }
};

/// The options that et-prune and et-ld share (cmake/LinkOptions.td), and the selection.
struct PruneRequest : PruneOptions {
  std::vector<Selector> Selectors;
  std::vector<std::string> Budgets;
  ReportFiles Reports;
};

/// Never destroyed by main(), because freeing a large link's memory takes as long as a small link.
struct PruneState {
  ImageLock Lock; ///< on the image and its bundle
  CapturedLink Link;
  Selection Wanted;
  std::vector<Budget> Budgets;
  PrunePlan Plan;
  PrunedLink Pruned;
};

/// Reads selection and budgets.
llvm::Error readRequest(const PruneRequest &Request, PruneState &State);

llvm::Error plan(const PruneRequest &Request, PruneState &State);

/// Links, and packs the link's inputs into `Bundle` at the same time. No link changes its inputs.
llvm::Expected<PrunedLink> linkAndPack(const CapturedLink &Link, const PrunePlan &Plan,
                                       const PruneOptions &Options, BundleWriter &Bundle);

/// Compares the pruned image with `Before`, or with the full image if `Before` is null.
llvm::Expected<PruneReport> report(const PruneRequest &Request, ReportedRun Run,
                                   const PruneState &State, const ImageBefore *Before);

/// The forms of a report. If Html is null, addReports() makes the HTML page from Json.
struct ReportForms {
  std::function<void(llvm::raw_ostream &)> Text, Json;
  std::function<llvm::Expected<std::string>()> Html;

  std::string text() const; ///< printable() has escaped control characters
  std::string json() const;
};
ReportForms formsOf(const PruneReport &Report, const PruneRequest &Request);

llvm::Error addReports(AtomicFiles &Files, const ReportFiles &Paths, const ReportForms &Report);

llvm::Error addBundle(AtomicFiles &Files, const std::string &Path, BundleWriter &Bundle);

} // namespace etprune
