// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links the program again. The new image differs only in its kernels if two conditions hold: the
// old image is unchanged since its link, and the same linker links again. If one of the conditions
// is not certain, et-prune first relinks with the kernels of the old image. This relink must give
// the old image; otherwise et-prune stops.

#include "Modes.h"

#include "common/Messages.h"

#include "Explain/ImageAccount.h"
#include "Image/LinkMap.h"
#include "Link/Linkers/Linker.h"
#include "Link/Relink/Trust.h"
#include "Prune/KnownImage.h"
#include "Report/ExplanationReport.h"
#include "Support/Confinement.h"
#include "Support/Parallel.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

struct ChosenLinker {
  bool IsOther = false;       ///< the old image may come from another linker or other plugins
  std::string WithoutPlugins; ///< why the recorded plugins are left out; or empty
};

/// Fails if et-prune must not run the recorded linker. With --linker, succeeds without a check.
Error checkRecorded(const Options &Opts, const LinkerIdentity &Recorded) {
  if (!Opts.Linker.empty())
    return Error::success();
  // Reject a stranger's linker in the image's folder, unless the user gave the link command.
  const StringRef Folder = sys::path::parent_path(Opts.Image);
  return checkLinker(Recorded, !Opts.LinkCommand.empty() ? "" : Folder.empty() ? "." : Folder);
}

/// `Refused` is the result of checkRecorded(): an error if the recorded linker must not run.
Expected<ChosenLinker> chooseLinker(const Options &Opts, Pruning &State, Error Refused) {
  RETURN_IF_ERROR(std::move(Refused));
  CapturedLink &Link = State.Link;
  ChosenLinker Chosen;
  if (!Opts.Linker.empty()) {
    ASSIGN_OR_RETURN(Link.Linker, identifyLinker(Opts.Linker));
    if (State.Input.Image)
      RETURN_IF_ERROR(checkTarget(Link.Linker, State.Input.Image->machine(), Opts.Image));
    Chosen.IsOther = true;
  }
  if (Error E = leaveOutPlugins(Link))
    Chosen = {true, toString(std::move(E))};
  return Chosen;
}

Error findInBundle(const Options &Opts, Pruning &State) {
  ASSIGN_OR_RETURN(auto Known, findKnownImage(State.Link, *State.Before.Summary, Opts.Image));
  State.Before.MapText = &State.Link.Images[Known.Index].Map;
  if (const std::vector<std::string> &Found = Known.HarmlessDifferences; !Found.empty())
    State.Warnings.push_back(
        "'" + Opts.Image + "' was changed after its link: " + join(Found, "; ") +
        "\n>>> the pruned image lacks these changes; make the changes again after pruning");
  return Error::success();
}

/// Fails unless a relink with the old image's kernels gives this image. Then sets Before.MapText.
Error reproduce(const Options &Opts, const ChosenLinker &Linker, Pruning &State) {
  ImageBefore &Before = State.Before;
  std::optional<LinkMap> Map;
  if (Before.MapText)
    RETURN_IF_ERROR(parseLinkMap(*Before.MapText, "the bundle's map").moveInto(Map));
  ASSIGN_OR_RETURN(auto Plan,
                   planOfKnownImage(State.Link, *State.Input.Image, Map ? &*Map : nullptr));
  ASSIGN_OR_RETURN(auto Again, reproduceImage(State.Link, Plan, *State.Input.Image, Opts,
                                              Linker.WithoutPlugins));
  if (!Before.MapText) {
    State.Link.Images.push_back(recordImage(*Before.Summary, std::move(Again.Link.Map)));
    Before.MapText = &State.Link.Images.back().Map;
  }
  return Error::success();
}

Error checkInput(const Options &Opts, const ChosenLinker &Linker, Pruning &State) {
  if (!State.Input.Image) // the program did not fit, so there is no image
    return Error::success();
  State.Before.Summary = State.Input.Image->summary();
  const bool HasCommand = !Opts.LinkCommand.empty();
  if (!HasCommand)
    RETURN_IF_ERROR(findInBundle(Opts, State));
  return HasCommand || Opts.CheckLink || Linker.IsOther ? reproduce(Opts, Linker, State)
                                                        : Error::success();
}

} // namespace

Error linkFailed(const RelinkResult &Link) {
  const StringRef Said = StringRef(Link.Stderr).rtrim();
  return createStringError(
      "the link of the pruned program failed; the linker said" +
      (Said.empty() ? " nothing, and ended with status " + Twine(Link.ExitCode) : "\n" + Said));
}

Error chooseLinker(const Options &Opts, Pruning &State) {
  return chooseLinker(Opts, State, checkRecorded(Opts, State.Link.Linker)).takeError();
}

Error linkAgain(const Options &Opts, Pruning &State) {
  std::future<Error> Checked = beside([&] { return checkRecorded(Opts, State.Link.Linker); });
  if (Error E = plan(Opts, State)) {
    consumeError(Checked.get());
    return E;
  }
  ASSIGN_OR_RETURN(auto Linker, chooseLinker(Opts, State, Checked.get()));
  if (!canConfine())
    State.Warnings.push_back("the linker is " + describeConfinement() +
                             "\n>>> et-prune therefore runs the linker only for link bundles that "
                             "your et-ld or et-prune wrote on this machine");
  RETURN_IF_ERROR(checkInput(Opts, Linker, State));

  const bool WritesBundle = Opts.What == Mode::Prune && Opts.Output.empty();
  auto Linked = WritesBundle
                    ? linkAndPack(State.Link, State.Plan, Opts, State.Bundle.emplace(State.Link))
                    : pruneLink(State.Link, State.Plan, Opts);
  ASSIGN_OR_RETURN(State.Pruned, std::move(Linked));
  if (!State.Pruned.Link.Image)
    return linkFailed(State.Pruned.Link);
  errs() << printable(State.Pruned.Link.Stderr);
  llvm::append_range(State.Warnings, State.Pruned.Warnings);
  warn(Tool, State.Warnings);
  if (Opts.What == Mode::DryRun) // dryRun() checks the budgets after its reports
    return useOfBudgets(State.Budgets, *State.Pruned.Program).takeError();
  return checkBudgets(State.Budgets, *State.Pruned.Program);
}

Expected<PrunedLink> linkAsItIs(const Options &Opts, Pruning &State) {
  ASSIGN_OR_RETURN(auto Linker, chooseLinker(Opts, State, checkRecorded(Opts, State.Link.Linker)));
  auto Again =
      reproduceImage(State.Link, State.Plan, *State.Input.Image, Opts, Linker.WithoutPlugins);
  if (Again && !Again->Link.Image)
    return linkFailed(Again->Link);
  return Again;
}

bool isInBundle(const CapturedLink &Link, const PrunePlan &Plan) {
  return Plan.Narrowed.empty() &&
         llvm::none_of(Link.Objects, [](const auto *O) { return O->UsesIntermediateCode; });
}

/// The old image's explanation, for the HTML report; null if explaining fails or needs a relink.
static std::shared_ptr<const json::Value> accountBefore(const Pruning &State) {
  if (!State.Input.Image || !State.Before.MapText)
    return nullptr;
  const ElfImage &Image = *State.Input.Image;
  auto Explain = [&]() -> Expected<json::Value> {
    ASSIGN_OR_RETURN(auto Map, readMap(State.Link, *State.Before.MapText, "the bundle's map"));
    ASSIGN_OR_RETURN(auto Plan, planOfKnownImage(State.Link, Image, &Map));
    if (!isInBundle(State.Link, Plan))
      return json::Value(nullptr);
    ASSIGN_OR_RETURN(auto Program, programOf(State.Link, Plan, Image, std::move(Map)));
    ASSIGN_OR_RETURN(auto Explained, explainAlone(*Program));
    return imageJson(*Explained);
  };
  auto Account = Explain();
  if (!Account || Account->kind() == json::Value::Null)
    return consumeError(Account.takeError()), nullptr;
  return std::make_shared<json::Value>(std::move(*Account));
}

Expected<PruneReport> report(const Options &Opts, const Pruning &State) {
  if (Opts.Quiet && !Opts.JsonToStdout && !Opts.Reports.any())
    return PruneReport();
  ReportedRun Run;
  Run.InputPath = Opts.Image;
  Run.OutputPath = Opts.Output.empty() ? Opts.Image : Opts.Output;
  Run.DryRun = Opts.What == Mode::DryRun;
  for (const Selector &S : Opts.Selectors)
    Run.SelectionSources.push_back(S.text());
  Run.Warnings = State.Warnings;
  auto Report = report(Opts, std::move(Run), State, Opts.CompareFull ? nullptr : &State.Before);
  if (Report && !Opts.Reports.Html.empty())
    Report->ImageBefore = accountBefore(State);
  return Report;
}

} // namespace etprune
