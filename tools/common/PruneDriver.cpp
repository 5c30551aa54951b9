// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PruneDriver.h"
#include "Messages.h"

#include "Support/Parallel.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

Error readRequest(const PruneRequest &Request, PruneState &State) {
  return joinErrors(readSelectors(Request.Selectors).moveInto(State.Wanted),
                    parseBudgets(Request.Budgets).moveInto(State.Budgets));
}

Error plan(const PruneRequest &Request, PruneState &State) {
  ASSIGN_OR_RETURN(State.Plan, planLink(State.Link, State.Wanted, Request));
  if (!Request.IgnoreDtypes)
    narrowPlan(State.Link, State.Plan);
  return Error::success();
}

Expected<PruneReport> report(const PruneRequest &Request, ReportedRun Run, const PruneState &State,
                             const ImageBefore *Before) {
  Run.ToolVersion = ET_PRUNE_VERSION;
  FullImage Full;
  if (!Before)
    RETURN_IF_ERROR(fullImage(State.Link, Request).moveInto(Full));
  PruneReport Report = makeReport(Run, State.Link, State.Wanted, State.Plan,
                                  Before ? *Before : Full.before(), State.Pruned);
  setBudgets(Report, State.Budgets);
  return Report;
}

static std::string textOf(const std::function<void(raw_ostream &)> &Print) {
  std::string Result;
  raw_string_ostream OS(Result);
  Print(OS);
  return Result;
}

std::string ReportForms::text() const { return printable(textOf(Text)); }
std::string ReportForms::json() const { return textOf(Json); }

ReportForms formsOf(const PruneReport &Report, const PruneRequest &Request) {
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) { printTextReport(Report, Request.Verbose, OS); };
  Forms.Json = [&](raw_ostream &OS) { printJsonReport(Report, OS); };
  return Forms;
}

Error addReports(AtomicFiles &Files, const ReportFiles &Paths, const ReportForms &Report) {
  if (!Paths.Text.empty())
    RETURN_IF_ERROR(Files.add(Paths.Text, Report.text()));
  if (!Paths.Json.empty())
    RETURN_IF_ERROR(Files.add(Paths.Json, Report.json()));
  if (Paths.Html.empty())
    return Error::success();
  ASSIGN_OR_RETURN(auto Page, Report.Html ? Report.Html() : htmlReport(Report.json()));
  return Files.add(Paths.Html, Page);
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
  ASSIGN_OR_RETURN(auto Packed, Bundle.finish());
  return Files.add(Path, Packed);
}

} // namespace etprune
