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

std::string ReportForms::text() const { return printableText(Text); }

std::string ReportForms::json() const {
  std::string Result;
  raw_string_ostream OS(Result);
  Json(OS);
  return Result;
}

ReportForms formsOf(const PruneReport &Report, const PruneRequest &Request) {
  ReportForms Forms;
  Forms.Text = [&](raw_ostream &OS) { printTextReport(Report, Request.Verbose, OS); };
  Forms.Json = [&](raw_ostream &OS) { printJsonReport(Report, OS); };
  return Forms;
}

Error addReports(AtomicFiles &Files, const ReportFiles &Paths, const ReportForms &Report) {
  auto Add = [&](const std::string &Path, auto Make) -> Error {
    if (Path.empty())
      return Error::success();
    Expected<std::string> Contents = Make();
    return Contents ? Files.add(Path, *Contents) : Contents.takeError();
  };
  if (Error E = Add(Paths.Text, [&] { return Report.text(); }))
    return E;
  if (Error E = Add(Paths.Json, [&] { return Report.json(); }))
    return E;
  return Add(Paths.Html, [&] { return Report.Html ? Report.Html() : htmlReport(Report.json()); });
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
