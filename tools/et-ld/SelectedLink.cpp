// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SelectedLink.h"
#include "LinkSteps.h"
#include "common/Messages.h"

#include "Link/DependencyFile.h"
#include "Link/Plugins.h"
#include "Prune/PruneLink.h"
#include "Report/MakeReport.h"
#include "Support/AtomicFiles.h"
#include "Support/Counted.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// The reports that were asked for, on their way to Files.
struct Reports {
  std::string Text, Json;
};

Error addReports(AtomicFiles &Files, const CapturedLink &Link, ArrayRef<KernelRecord> Records,
                 const Selection &Wanted, const PrunePlan &Plan, const PruneOptions &Options,
                 const PrunedLink &Pruned, Reports &Made) {
  const WrapperOptions &Et = Link.Command.Et;
  if (Et.ReportText.empty() && Et.ReportJson.empty())
    return Error::success();
  auto Full = fullImage(Link, Records, Options);
  if (!Full)
    return Full.takeError();
  ReportedRun Run;
  Run.ToolVersion = ET_PRUNE_VERSION;
  Run.InputPath = Run.OutputPath = Link.Command.output();
  for (const std::string &File : Et.Select)
    Run.SelectionSources.push_back("--et-select=" + File);
  for (const std::string &Operator : Et.Operators)
    Run.SelectionSources.push_back("--et-op=" + Operator);
  for (const std::string &Operator : Et.Dropped)
    Run.SelectionSources.push_back("--et-drop=" + Operator);
  Run.Warnings = Pruned.Warnings;
  PruneReport Report = makeReport(Run, Link, Wanted, Plan, Full->before(), Pruned);
  if (!Et.ReportText.empty()) {
    raw_string_ostream OS(Made.Text);
    printTextReport(Report, {}, OS);
    if (Error E = Files.add(Et.ReportText, OS.str()))
      return E;
  }
  if (!Et.ReportJson.empty()) {
    raw_string_ostream OS(Made.Json);
    printJsonReport(Report, OS);
    if (Error E = Files.add(Et.ReportJson, OS.str()))
      return E;
  }
  return Error::success();
}

} // namespace

Expected<int> linkSelected(CapturedLink &Link, ArrayRef<KernelRecord> Records,
                           const Selection &Wanted, const PrunePlan &Plan,
                           ArrayRef<Budget> Budgets) {
  if (Error E = identify(Link))
    return E;
  consumeError(leaveOutPlugins(Link)); // this link is the first, which has none to be like
  PruneOptions Options;
  Options.AddGcSections = Link.Command.Et.AddGcSections;
  auto Pruned = pruneLink(Link, Plan, Options);
  if (!Pruned)
    return Pruned.takeError();
  outs() << Pruned->Link.Stdout;
  errs() << Pruned->Link.Stderr;
  warn("et-ld", Pruned->Warnings);
  if (!Pruned->Link.Image) {
    StringRef Overflow = overflowMessage(Pruned->Link.Stderr);
    if (!Overflow.empty())
      errs() << "et-ld: error: the program does not fit with the "
             << counted(Plan.Kept.size(), "kernel") << " selected: " << Overflow << "\n";
    return Pruned->Link.ExitCode;
  }
  if (Error E = checkBudgets(Budgets, Plan, *Pruned))
    return E;

  AtomicFiles Files(AtomicFiles::LikeALinker);
  Reports Made;
  if (Error E = addReports(Files, Link, Records, Wanted, Plan, Options, *Pruned, Made))
    return E;
  Link.Images.push_back(recordImage(Pruned->Summary, Pruned->Link.Map));
  auto Bundle = BundleWriter(Link).finish();
  if (!Bundle)
    return Bundle.takeError();
  if (Error E = Files.add(bundlePath(Link.Command.output()), *Bundle))
    return E;
  for (SideOutput &Output : Pruned->Link.SideOutputs) {
    if (Output.What == LinkOperand::DependencyFile) {
      std::vector<std::string> Names = parseDependencyFile(Output.Contents);
      llvm::append_range(Names, Link.Command.Et.Select);
      Output.Contents = formatDependencyFile(Link.Command.output(), Names);
    }
    if (Error E = Files.add(Output.Path, Output.Contents))
      return E;
  }
  if (Error E = Files.add(Link.Command.output(), Pruned->Link.Image->getBuffer(),
                          /*Executable=*/true))
    return E;
  if (Error E = Files.commit(flushOutput))
    return E;
  return 0;
}

} // namespace etprune
