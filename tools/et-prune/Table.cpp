// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `et-prune --table`: the images of many JSON reports in one table, models by boards.

#include "Modes.h"

#include "common/Messages.h"

#include "Report/FleetTable.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

using namespace llvm;

namespace etprune {

Error table(const Options &Opts) {
  Problems Errors;
  std::vector<FleetImage> Images;
  for (const auto &[Path, Board] : llvm::zip_equal(Opts.ComparedReports, Opts.Boards)) {
    // Keep only a few numbers of each report, because the report of a large program has megabytes.
    auto File = openInput(Path);
    auto Image = File ? readFleetImage({Path, (*File)->getBuffer()}, Board)
                      : Expected<FleetImage>(File.takeError());
    if (Image)
      Images.push_back(std::move(*Image));
    else
      Errors.add(Image.takeError());
  }
  std::vector<Budget> Budgets;
  Errors.add(parseBudgets(Opts.Budgets).moveInto(Budgets));
  if (Error E = Errors.take())
    return E;
  auto Table = fleetTable(std::move(Images), Budgets);
  if (!Table)
    return Table.takeError();
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) { OS << fleetText(*Table); };
  Forms.Json = [&](raw_ostream &OS) { OS << fleetJson(*Table); };
  Forms.Html = [&] { return fleetPage(*Table); };
  if (Error E = writeReports(Opts, Forms))
    return E;
  return checkFleet(*Table);
}

} // namespace etprune
