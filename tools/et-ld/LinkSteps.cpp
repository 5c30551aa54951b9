// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LinkSteps.h"
#include "common/Messages.h"

#include "Explain/Budget.h"
#include "Link/Bundle/OwnBundles.h"
#include "Link/Lto/GccLto.h"
#include "Link/Lto/LlvmLto.h"
#include "Link/Relink/DependencyFile.h"
#include "Link/Relink/Trust.h"
#include "Object/IntermediateCode.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

std::string readFile(const std::string &Path) {
  auto Buffer = mapFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

bool usesLlvmPlugin(const CapturedLink &Link) {
  return Link.Inputs->Linker.LoadsPlugins && Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
}

/// Records gcc's driver. Also records the driver's programs if gcc compiles intermediate code in
/// this link, or if et-prune may narrow a kernel with gcc.
static Error identifyGcc(CapturedLink &Link) {
  const bool CompilesGcc = Link.Inputs->hasIntermediate(IntermediateCode::Gcc);
  const bool AsksMasks = llvm::any_of(Link.Objects, [](const auto *O) { return asksMask(*O); });
  if (!Link.Inputs->Linker.LoadsPlugins && !AsksMasks)
    return Error::success();
  auto Gcc = captureGccDriver(Link.Command, Link.Names);
  if (Gcc && (CompilesGcc || AsksMasks))
    RETURN_IF_ERROR(captureGccLto(*Gcc));
  if (Gcc)
    Link.Gcc = std::move(*Gcc);
  else if (CompilesGcc)
    return joinErrors(createStringError("the link has gcc's intermediate code"), Gcc.takeError());
  else
    consumeError(Gcc.takeError());
  return Error::success();
}

/// Records LLVM's plugin. A missing plugin is an error only in a link with bitcode.
static Error identifyLlvmPlugin(CapturedLink &Link) {
  if (!Link.Inputs->Linker.LoadsPlugins)
    return Error::success();
  auto Llvm = captureLlvmPlugin(Link.Command, Link.Names);
  if (Llvm)
    Link.LlvmPlugin = std::move(*Llvm);
  else if (usesLlvmPlugin(Link))
    return Llvm.takeError();
  else
    consumeError(Llvm.takeError());
  return Error::success();
}

Error identify(CapturedLink &Link) {
  if (!Link.Linker.Version.empty())
    return Error::success(); // already recorded
  ASSIGN_OR_RETURN(auto Identity, identifyLinker(Link.Linker.Path));
  RETURN_IF_ERROR(identifyGcc(Link));
  RETURN_IF_ERROR(identifyLlvmPlugin(Link));
  Link.Linker = std::move(Identity);
  return Error::success();
}

Error writeBundle(BundleWriter &Bundle, const std::string &Path) {
  ASSIGN_OR_RETURN(auto Packed, Bundle.finish());
  RETURN_IF_ERROR(AtomicFiles::write(AtomicFiles::LikeALinker, Path, Packed));
  rememberBundle(Path);
  return Error::success();
}

void removeOutputs(const std::string &Image) {
  if (sys::fs::is_regular_file(Image))
    (void)sys::fs::remove(Image);
  (void)sys::fs::remove(bundlePath(Image));
}

void explainOverflow(const CapturedLink &Link, const PrunePlan &Plan, StringRef Messages,
                     bool IsSelected) {
  const StringRef Overflow = Link.Inputs->Linker.overflowMessage(Messages);
  if (Overflow.empty())
    return;
  errs() << "et-ld: error: the program does not fit with " << counted(Plan.Kept.size(), "kernel")
         << ": " << Overflow << describeOverflow(Link, Plan) << "\n";
  if (!IsSelected)
    errs() << ">>> link only the kernels that the model needs: -Wl,--et-model=model.pte "
              "(or --et-select=selected_operators.yaml)\n"
           << ">>> or prune now, the link bundle has everything: et-prune --model model.pte "
           << Link.Command.output() << "\n";
}

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

/// The common part of linkChangedInFull() and linkSelected().
static Expected<PrunedLink> link(CapturedLink &Link, const PrunePlan &Plan,
                                 const PruneOptions &Options, bool IsLast, BundleWriter &Bundle) {
  RETURN_IF_ERROR(identify(Link));
  // Without plugins, GNU ld may order sections differently. No old image must be reproduced here.
  consumeError(leaveOutPlugins(Link));
  ASSIGN_OR_RETURN(auto Pruned, linkAndPack(Link, Plan, Options, Bundle));
  if (!Pruned.Link.Image || IsLast) {
    outs() << Pruned.Link.Stdout;
    errs() << Pruned.Link.Stderr;
  }
  return Pruned;
}

Expected<int> linkChangedInFull(CapturedLink &Link, const PrunePlan &Everything, bool IsLast) {
  BundleWriter Bundle(Link);
  ASSIGN_OR_RETURN(auto Pruned, link(Link, Everything, PruneOptions(), IsLast, Bundle));
  if (Pruned.Link.Image) {
    Link.HasFullImage = true;
    AtomicFiles Files(AtomicFiles::LikeALinker);
    RETURN_IF_ERROR(writeOutputs(Files, Link, {}, Pruned, Bundle));
    return 0;
  }
  removeOutputs(Link.Command.output()); // an earlier link wrote them
  if (!Link.Inputs->Linker.overflowMessage(Pruned.Link.Stderr).empty()) {
    RETURN_IF_ERROR(writeBundle(Bundle, bundlePath(Link.Command.output())));
    explainOverflow(Link, Everything, Pruned.Link.Stderr, /*IsSelected=*/false);
  }
  return Pruned.Link.ExitCode;
}

Expected<int> linkSelected(const PruneRequest &Request, PruneState &State) {
  BundleWriter Bundle(State.Link);
  ASSIGN_OR_RETURN(State.Pruned, link(State.Link, State.Plan, Request, /*IsLast=*/true, Bundle));
  warn("et-ld", State.Pruned.Warnings);
  if (!State.Pruned.Link.Image) {
    explainOverflow(State.Link, State.Plan, State.Pruned.Link.Stderr, /*IsSelected=*/true);
    return State.Pruned.Link.ExitCode;
  }
  RETURN_IF_ERROR(checkBudgets(State.Budgets, *State.Pruned.Program));
  AtomicFiles Files(AtomicFiles::LikeALinker);
  RETURN_IF_ERROR(addReports(Files, Request, State));
  RETURN_IF_ERROR(writeOutputs(Files, State.Link, Request.Selectors, State.Pruned, Bundle));
  return 0;
}

} // namespace etprune
