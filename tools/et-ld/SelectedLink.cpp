// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links only the selected kernels, with the code with which et-prune prunes, so that both tools
// give the same bytes.

#include "LinkSteps.h"
#include "common/Messages.h"

#include "Explain/LargestOperators.h"
#include "Link/Bundle/OwnBundles.h"
#include "Link/Relink/DependencyFile.h"
#include "Link/Relink/Trust.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

using namespace llvm;

namespace etprune {

/// Adds the requested reports. A report states the saving, so it compares with the image that has
/// every kernel. This image is linked for the report if it does not exist.
static Error addReports(AtomicFiles &Files, const PruneRequest &Request, const PruneState &State) {
  if (!Request.Reports.any())
    return Error::success();
  ReportedRun Run;
  Run.InputPath = Run.OutputPath = State.Link.Command.output();
  for (const Selector &S : Request.Selectors)
    if (S.What != Selector::Kind::AllOps)
      Run.SelectionSources.push_back(S.Option + "=" + S.Value);
  Run.Warnings = State.Pruned.Warnings;
  ASSIGN_OR_RETURN(auto Report, report(Request, std::move(Run), State, nullptr));
  return addReports(Files, Request.Reports, formsOf(Report, Request));
}

/// Adds map, dependency file and import library. The dependency file also names the selection's
/// files.
static Error addSideOutputs(AtomicFiles &Files, const LinkCommand &Command,
                            ArrayRef<Selector> Selectors, const RelinkResult &Linked) {
  for (const SideOutput &Output : Linked.SideOutputs) {
    std::string Contents = Output.Contents;
    if (Output.What == OptionUse::DependencyFile) {
      std::vector<std::string> Names = parseDependencyFile(Contents);
      for (ReadFile &File : filesOf(Selectors))
        Names.push_back(std::move(File.Path));
      Contents = formatDependencyFile(Command.output(), Names);
    }
    RETURN_IF_ERROR(Files.add(Output.Path, Contents));
  }
  return Error::success();
}

/// Writes image, bundle and side outputs together with the files in `Files`.
static Error writeOutputs(AtomicFiles &Files, CapturedLink &Link, ArrayRef<Selector> Selectors,
                          const PrunedLink &Pruned, BundleWriter &Bundle) {
  const std::string Image = Link.Command.output();
  Link.Images.push_back(recordImage(Pruned.Summary, Pruned.Link.Map));
  RETURN_IF_ERROR(addBundle(Files, bundlePath(Image), Bundle));
  RETURN_IF_ERROR(addSideOutputs(Files, Link.Command, Selectors, Pruned.Link));
  RETURN_IF_ERROR(Files.add(Image, Pruned.Link.Image->getBuffer(), /*Executable=*/true));
  if (Error E = Files.commit([] { return flushOutput(); }))
    return E;
  rememberBundle(bundlePath(Image));
  return Error::success();
}

Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast) {
  RETURN_IF_ERROR(identify(Link));
  consumeError(leaveOutPlugins(Link));
  BundleWriter Bundle(Link);
  ASSIGN_OR_RETURN(auto Pruned, linkAndPack(Link, Everything, PruneOptions(), Bundle));
  const RelinkResult &Linked = Pruned.Link;
  if (!Linked.Image || IsLast) {
    outs() << Linked.Stdout;
    errs() << Linked.Stderr;
  }
  if (Linked.Image) {
    Link.HasFullImage = true;
    AtomicFiles Files(AtomicFiles::LikeALinker);
    RETURN_IF_ERROR(writeOutputs(Files, Link, {}, Pruned, Bundle));
    return 0;
  }
  removeOutputs(Link.Command.output()); // of an earlier link
  if (Link.Inputs->Linker.overflowMessage(Linked.Stderr).empty())
    return Linked.ExitCode;
  RETURN_IF_ERROR(writeBundle(Bundle, bundlePath(Link.Command.output())));
  explainOverflow(Link, Everything, Linked.Stderr);
  return Linked.ExitCode;
}

Expected<int> linkSelected(const PruneRequest &Request, PruneState &State) {
  RETURN_IF_ERROR(identify(State.Link));
  consumeError(leaveOutPlugins(State.Link)); // there is no old image to reproduce
  BundleWriter Bundle(State.Link);
  ASSIGN_OR_RETURN(State.Pruned, linkAndPack(State.Link, State.Plan, Request, Bundle));
  const RelinkResult &Link = State.Pruned.Link;
  outs() << Link.Stdout;
  errs() << Link.Stderr;
  warn("et-ld", State.Pruned.Warnings);
  if (!Link.Image) {
    StringRef Overflow = State.Link.Inputs->Linker.overflowMessage(Link.Stderr);
    if (!Overflow.empty())
      errs() << "et-ld: error: the program does not fit with the "
             << counted(State.Plan.Kept.size(), "kernel") << " selected: " << Overflow
             << describeOverflow(State.Link, State.Plan) << "\n";
    return Link.ExitCode;
  }
  RETURN_IF_ERROR(checkBudgets(State.Budgets, State.Link, State.Plan, State.Pruned));
  AtomicFiles Files(AtomicFiles::LikeALinker);
  RETURN_IF_ERROR(addReports(Files, Request, State));
  RETURN_IF_ERROR(writeOutputs(Files, State.Link, Request.Selectors, State.Pruned, Bundle));
  return 0;
}

} // namespace etprune
