// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --explain` and `--why`: explain why each byte is in an image.
//
// This mode reads the image together with its link. After LTO, and for narrowed kernels, the bundle
// lacks machine code of the image. This mode then relinks, and the relink must give the same image.
// It also relinks if there is no image, or if a link command is given.

#include "Modes.h"

#include "common/Messages.h"

#include "Report/ExplanationReport.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// For a program that has no image because it does not fit: links an image that overflows.
Expected<std::unique_ptr<LinkedProgram>> linkOverflowing(const Options &Opts, Pruning &State) {
  ASSIGN_OR_RETURN(State.Plan, planEverything(State.Link));
  RETURN_IF_ERROR(chooseLinker(Opts, State));
  PruneOptions Options = Opts;
  Options.AllowOverflow = true;
  ASSIGN_OR_RETURN(State.Pruned, pruneLink(State.Link, State.Plan, Options));
  if (!State.Pruned.Link.Image)
    return linkFailed(State.Pruned.Link);
  State.Warnings.push_back("'" + Opts.Image +
                           "' does not exist, because the program does not fit; the report shows "
                           "the sizes that it would have");
  warn(Tool, State.Warnings);
  return std::move(State.Pruned.Program);
}

/// Returns the image together with the inputs of its link, from the bundle or from a relink.
Expected<std::unique_ptr<LinkedProgram>> readProgram(const Options &Opts, Pruning &State) {
  if (!State.Input.Image)
    return linkOverflowing(Opts, State);
  const ElfImage &Image = *State.Input.Image;
  std::optional<LinkMap> Map;
  if (Opts.LinkCommand.empty()) {
    ASSIGN_OR_RETURN(auto Known, findKnownImage(State.Link, Image.summary(), Opts.Image));
    const std::string &Text = State.Link.Images[Known.Index].Map;
    ASSIGN_OR_RETURN(Map, readMap(State.Link, Text, "the bundle's map"));
  }
  ASSIGN_OR_RETURN(State.Plan, planOfKnownImage(State.Link, Image, Map ? &*Map : nullptr));
  if (Map && isInBundle(State.Link, State.Plan))
    return programOf(State.Link, State.Plan, Image, std::move(*Map));
  ASSIGN_OR_RETURN(State.Pruned, linkAsItIs(Opts, State));
  return std::move(State.Pruned.Program);
}

/// If a selection is given, records for each kernel the models, files and options that select it.
Error addAskers(const Options &Opts, Pruning &State) {
  if (Opts.Selectors.empty())
    return Error::success();
  ASSIGN_OR_RETURN(auto Asked, planLink(State.Link, State.Wanted, Opts));
  std::map<const KernelRecord *, const PlannedKernel *> ByRecord;
  for (const PlannedKernel &Kernel : Asked.Kept)
    ByRecord[Kernel.Record] = &Kernel;
  for (PlannedKernel &Kernel : State.Plan.Kept)
    if (auto It = ByRecord.find(Kernel.Record); It != ByRecord.end())
      Kernel.Askers = It->second->Askers;
  return Error::success();
}

/// `Report` and `Opts` must outlive the result.
ReportForms formsOf(const ExplanationReport &Report, const Options &Opts) {
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) {
    const ExplanationStyle Style{Opts.Verbose, !Opts.NoDemangle};
    if (Opts.Explain)
      printExplanation(Report, Style, OS);
    printWhy(Report, Style, OS);
  };
  Forms.Json = [&](raw_ostream &OS) { printExplanationJson(Report, OS); };
  return Forms;
}

} // namespace

Error explain(const Options &Opts, Pruning &State) {
  RETURN_IF_ERROR(readInput(Opts, std::nullopt, State));
  ASSIGN_OR_RETURN(auto Program, readProgram(Opts, State));
  RETURN_IF_ERROR(addAskers(Opts, State));
  ASSIGN_OR_RETURN(auto Image, explainAlone(*Program));
  ExplanationReport Report;
  Report.ToolVersion = ET_PRUNE_VERSION;
  Report.InputPath = Opts.Image;
  Report.LinkerName = sys::path::filename(State.Link.Linker.Path);
  Report.LinkerVersion = State.Link.Linker.Version;
  Report.Image = Image.get();
  for (const Selector &S : Opts.Selectors)
    Report.SelectionSources.push_back(S.text());
  ASSIGN_OR_RETURN(Report.Budgets, useOfBudgets(State.Budgets, *Program));
  Error Errors = Error::success();
  for (const std::string &Name : Opts.Why)
    if (auto Answer = why(*Image, *Program, Name))
      Report.Why.push_back(std::move(*Answer));
    else
      Errors = joinErrors(std::move(Errors), Answer.takeError());
  RETURN_IF_ERROR(std::move(Errors));
  RETURN_IF_ERROR(writeReports(Opts, formsOf(Report, Opts)));
  return checkBudgets(State.Budgets, *Program);
}

} // namespace etprune
