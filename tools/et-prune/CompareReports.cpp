// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --diff`: the differences between the images of two reports, and their causes.
// `et-prune --table`: one table of the images in many JSON reports, by model and board.

#include "Modes.h"

#include "common/Messages.h"

#include "Report/DiffReports.h"
#include "Report/FleetTable.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

Error diff(const Options &Opts) {
  const std::string &Before = Opts.ComparedReports[0], &After = Opts.ComparedReports[1];
  auto Old = openInput(Before), New = openInput(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  auto Limits = parseGrowthLimits(Opts.FailIfGrows);
  auto Diff = diffReports({Before, (*Old)->getBuffer()}, {After, (*New)->getBuffer()});
  if (!Diff || !Limits)
    return joinErrors(Diff.takeError(), Limits.takeError());
  if (!Opts.Quiet && Opts.DiffFormat == "json")
    printDiffJson(*Diff, outs());
  else if (!Opts.Quiet)
    outs() << printable(diffMarkdown(*Diff));
  RETURN_IF_ERROR(flushOutput());
  return checkGrowthLimits(*Limits, *Diff);
}

Error table(const Options &Opts) {
  Problems Errors;
  std::vector<FleetImage> Images;
  for (const auto &[Path, Board] : llvm::zip_equal(Opts.ComparedReports, Opts.Boards)) {
    // Keep only a few numbers of each report, because the report of a large program has megabytes.
    if (auto File = openInput(Path); !File)
      Errors.add(File.takeError());
    else if (auto Image = readFleetImage({Path, (*File)->getBuffer()}, Board))
      Images.push_back(std::move(*Image));
    else
      Errors.add(Image.takeError());
  }
  std::vector<Budget> Budgets;
  Errors.add(parseBudgets(Opts.Budgets).moveInto(Budgets));
  RETURN_IF_ERROR(Errors.take());
  ASSIGN_OR_RETURN(auto Table, fleetTable(std::move(Images), Budgets));
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) { printFleet(Table, OS); };
  Forms.Json = [&](raw_ostream &OS) { printFleetJson(Table, OS); };
  Forms.Html = [&] { return fleetPage(Table); };
  RETURN_IF_ERROR(writeReports(Opts, Forms));
  return checkFleet(Table);
}

} // namespace etprune
