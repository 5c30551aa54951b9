// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Report/MakeReport.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

KernelName nameOf(const KernelRecord &Record) {
  return {Record.Op, Record.Variant, Record.Library};
}

void addKernels(PruneReport &Report, const PrunePlan &Plan, ArrayRef<LeftoverCode> Leftovers) {
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    KeptKernel Kept{nameOf(Record), Record.Key, Record.codeSize(), {}};
    for (const Asker &A : Kernel.Askers)
      Kept.AskedBy.push_back(A.Text);
    Report.Kept.push_back(std::move(Kept));
  }
  for (const KernelRecord *Record : Plan.Dropped)
    Report.Dropped.push_back({nameOf(*Record), Record->codeSize()});
  for (const LeftoverCode &Leftover : Leftovers) {
    const KernelRecord &Record = *Leftover.Record;
    Report.Leftover.push_back({nameOf(Record), Record.codeSize(), Leftover.Referrers});
  }
}

/// Where every byte of the difference was, from the maps of both links.
Expected<DifferenceAccount> account(const std::string &OldMapText, const ImageSummary &OldSummary,
                                    const PrunedLink &Pruned) {
  auto OldMap = parseLinkMap(OldMapText, "the bundle's map");
  if (!OldMap)
    return OldMap.takeError();
  return accountDifference({*OldMap, OldSummary}, {Pruned.Map, Pruned.Summary});
}

} // namespace

PruneReport makeReport(const ReportedRun &Run, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const ImageBefore &Old, const PrunedLink &Pruned) {
  PruneReport Report;
  Report.ToolVersion = Run.ToolVersion;
  Report.InputPath = Run.InputPath;
  Report.OutputPath = Run.OutputPath;
  Report.DryRun = Run.DryRun;
  Report.LinkerName = sys::path::filename(Link.Linker.Path);
  Report.LinkerVersion = Link.Linker.Version;
  Report.SelectionSources = Run.SelectionSources;
  Report.Warnings = Run.Warnings;
  addKernels(Report, Plan, Pruned.Leftovers);
  Report.Notes = Wanted.Notes;
  llvm::append_range(Report.Notes, Plan.Notes);
  for (const auto &[Backend, Askers] : Wanted.Backends)
    Report.Notes.push_back("the program delegates to backend '" + Backend +
                           "', which must be linked");

  ImageSummary OldSummary = Old.Summary ? *Old.Summary : Pruned.Summary;
  if (!Old.Summary)
    Report.Notes.push_back(
        "there was no image before: its sizes are given as those of the new one");
  fillSizes(Report, OldSummary, Pruned.Summary, Pruned.Map.Regions);
  if (Old.MapText) {
    auto Account = account(*Old.MapText, OldSummary, Pruned);
    if (Account)
      Report.Account = std::move(*Account);
    else
      Report.Notes.push_back(toString(Account.takeError()));
  }
  return Report;
}

} // namespace etprune
