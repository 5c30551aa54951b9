// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PruneDriver.h"
#include "Messages.h"

#include "Link/Linkers/Linker.h"
#include "Report/CsvReport.h"
#include "Report/HtmlReport.h"
#include "Support/Parallel.h"

using namespace llvm;

namespace etprune {

Error readRequest(const PruneRequest &Request, PruneState &State) {
  auto Wanted = readSelectors(Request.Selectors);
  auto Budgets = parseBudgets(Request.Budgets);
  if (!Wanted || !Budgets)
    return joinErrors(Wanted.takeError(), Budgets.takeError());
  State.Wanted = std::move(*Wanted);
  State.Budgets = std::move(*Budgets);
  return Error::success();
}

Error plan(const PruneRequest &Request, PruneState &State) {
  auto Plan = planLink(State.Link, State.Wanted, Request.IgnoreDtypes, Request.DropBackends);
  if (!Plan)
    return Plan.takeError();
  State.Plan = std::move(*Plan);
  if (!Request.IgnoreDtypes)
    narrowPlan(State.Link, State.Plan);
  return Error::success();
}

Expected<PruneReport> report(const PruneRequest &Request, ReportedRun Run, const PruneState &State,
                             const ImageBefore *Before) {
  Run.ToolVersion = ET_PRUNE_VERSION;
  FullImage Full;
  ImageBefore FromFull;
  if (!Before) {
    auto Known = fullImage(State.Link, Request.pruneOptions(State.Link.Command));
    if (!Known)
      return Known.takeError();
    Full = std::move(*Known);
    FromFull = Full.before();
    Before = &FromFull;
  }
  PruneReport Report = makeReport(Run, State.Link, State.Wanted, State.Plan, *Before, State.Pruned);
  setBudgets(Report, State.Budgets);
  return Report;
}

Error addReports(AtomicFiles &Files, const PruneReport &Report, const ReportFiles &Paths,
                 bool Verbose) {
  if (!Paths.Text.empty())
    if (Error E = Files.add(Paths.Text, printableText([&](raw_ostream &OS) {
                              printTextReport(Report, Verbose, OS);
                            })))
      return E;
  if (!Paths.Csv.empty() && !Report.Image)
    return createStringError("'" + Paths.Csv + "' cannot be written: " + Report.Notes.back());
  if (!Paths.Csv.empty())
    if (Error E = Files.add(Paths.Csv, csvReport(*Report.Image)))
      return E;
  if (Paths.Json.empty() && Paths.Html.empty())
    return Error::success();
  std::string Json;
  raw_string_ostream OS(Json);
  printJsonReport(Report, OS);
  if (!Paths.Json.empty())
    if (Error E = Files.add(Paths.Json, Json))
      return E;
  if (Paths.Html.empty())
    return Error::success();
  auto Page = htmlReport(Json);
  if (!Page)
    return Page.takeError();
  return Files.add(Paths.Html, *Page);
}

Expected<PrunedLink> linkAndPack(const CapturedLink &Link, const PrunePlan &Plan,
                                 const PruneOptions &Options, BundleWriter &Bundle) {
  auto Packed = beside([&] { return Bundle.addFiles(); });
  auto Pruned = pruneLink(Link, Plan, Options);
  Error NotPacked = Packed.get();
  if (Pruned && !NotPacked)
    return Pruned;
  return joinErrors(Pruned.takeError(), std::move(NotPacked));
}

Error addBundle(AtomicFiles &Files, const std::string &Path, BundleWriter &Bundle) {
  auto Packed = Bundle.finish();
  if (!Packed)
    return Packed.takeError();
  return Files.add(Path, *Packed);
}

} // namespace etprune
