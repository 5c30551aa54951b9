// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune: takes the kernels that a program does not use out of its linked image.
//
//     et-prune --model model.pte app.elf
//
// run() is the whole story, a call per step: read what is wanted and what there is, plan, check
// that the image is what its link made, link again, prepare what is written, report, put it in
// place. The work is in lib/ and, for what only this command does, in the files beside this one.

#include "CaptureCommand.h"
#include "CheckImage.h"
#include "LinkFlags.h"
#include "ListKernels.h"
#include "Options.h"
#include "Outputs.h"

#include "common/Messages.h"
#include "common/OutOfMemory.h"
#include "common/Printable.h"

#include "Image/LinkMapReaders.h"
#include "Link/ImageLock.h"
#include "Link/Plugins.h"
#include "Link/StageFolder.h"
#include "Link/Trust.h"
#include "Object/RecordNames.h"
#include "Prune/PruneLink.h"
#include "Prune/Reproduce.h"
#include "Report/Budget.h"
#include "Report/DiffReports.h"
#include "Report/MakeReport.h"
#include "Support/InputFile.h"
#include "Support/Process.h"

#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <unistd.h>

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral Tool = "et-prune";
constexpr StringLiteral ToolVersion = ET_PRUNE_VERSION;
/// The exit status of --check where something is missing; 1 is an error, as everywhere.
constexpr int StatusCannotRun = 2;

/// An image's file with what was read from it.
struct LoadedImage {
  std::unique_ptr<MemoryBuffer> Buffer;
  std::optional<ElfImage> Image; ///< none where the file does not exist
};

Expected<LoadedImage> loadImage(const std::string &Path) {
  LoadedImage Loaded;
  if (Error E = checkIsFile(Path))
    return E;
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    if (Buffer.getError() == std::errc::no_such_file_or_directory)
      return Loaded;
    return createStringError("cannot open '" + Path + "': " + Buffer.getError().message());
  }
  Loaded.Buffer = std::move(*Buffer);
  auto Image = ElfImage::read(Loaded.Buffer->getMemBufferRef());
  if (!Image)
    return Image.takeError();
  Loaded.Image.emplace(std::move(*Image));
  return Loaded;
}

//===- The steps ----------------------------------------------------------===//

Error noSuchImage(const Options &Opts) {
  return createStringError("cannot open '" + Opts.Image + "': no such file or directory");
}

Error noBundle(const Options &Opts, const ElfImage &Image) {
  std::string Message = "'" + Opts.Image + "' has no link bundle, '" + bundleOf(Opts.Image) +
                        "'\n>>> link it through the wrapper: add -B" + libexecFolder() +
                        " to the link command\n>>> or give that command here: et-prune ... " +
                        Opts.Image + " -- arm-none-eabi-g++ ...";
  if (!Image.findSymbol(TableStartSymbol) && !Image.findSymbol(RegisterKernelsSymbol))
    Message += "\n>>> it has no symbol of a kernel registry, and for a link that uses none the "
               "wrapper writes no bundle:\n>>> if it was linked so, nothing in it looks kernels up "
               "and there is nothing to prune, or the\n>>> runtime and the kernel libraries are "
               "missing on the link line";
  return createStringError(Message);
}

Expected<CapturedLink> loadLink(const Options &Opts, const LoadedImage &Input) {
  std::string Path = bundleOf(Opts.Image);
  if (sys::fs::exists(Path))
    return CapturedLink::read(Path);
  if (!Input.Image)
    return noSuchImage(Opts);
  return noBundle(Opts, *Input.Image);
}

/// Only a linker writes an image in place, and it may have been ended.
Error halfImage(Error E) {
  return createStringError(
      toString(std::move(E)) +
      "\n>>> if its link was ended before it was done, link the program again");
}

/// The image and its link, which fit each other.
struct PruneInput {
  ImageLock Lock; ///< where both will be written
  LoadedImage Image;
  CapturedLink Link;
};

/// Reads both while no other process writes them. A dry run takes them as they are: the bundle
/// comes first and knows the image that is there until the new one is.
Expected<PruneInput> readInput(const Options &Opts) {
  PruneInput Input;
  const bool HasCommand = !Opts.LinkCommand.empty();
  if (HasCommand) { // before the lock, which the command may take itself
    auto Before = loadImage(Opts.Image);
    if (!Before)
      return Before.takeError();
    auto Link = captureCommand(Opts.LinkCommand, Opts.Image, Before->Buffer.get());
    if (!Link)
      return Link.takeError();
    Input.Link = std::move(*Link);
  }
  if (!Opts.DryRun) {
    auto Lock = ImageLock::take(Tool, Opts.Image, bundleOf(Opts.Image),
                                Opts.Output.empty() ? ImageLock::ToWrite : ImageLock::ToRead);
    if (!Lock)
      return Lock.takeError();
    Input.Lock = std::move(*Lock);
  }
  auto Image = loadImage(Opts.Image);
  if (!Image)
    return sys::fs::is_regular_file(Opts.Image) ? halfImage(Image.takeError()) : Image.takeError();
  Input.Image = std::move(*Image);
  if (!HasCommand) {
    auto Link = loadLink(Opts, Input.Image);
    if (!Link)
      return Link.takeError();
    Input.Link = std::move(*Link);
  }
  if (!Opts.Output.empty())
    Input.Lock = ImageLock();
  return Input;
}

/// What links, as far as it is not known to be what made the image.
struct ChosenLinker {
  bool IsOther = false;       ///< the image must be reproduced first
  std::string WithoutPlugins; ///< why the linker does not load those that it had
};

/// Names in a bundle are only names until the program behind them is the recorded one. Our own LLD
/// needs no program. True where what will link is not known to be the very linker that made the
/// image.
Expected<bool> chooseLinkerProgram(const Options &Opts, CapturedLink &Link) {
  if (!Opts.Linker.empty()) {
    auto Identity = identifyLinker(Opts.Linker);
    if (!Identity)
      return Identity.takeError();
    Link.Linker = std::move(*Identity);
    return true;
  }
  Error NotThere = checkLinker(Link.Linker);
  if (!NotThere)
    return false;
  if (Link.Linker.kind() != LinkerKind::Lld)
    return NotThere;
  std::unique_ptr<LldModule> Own = LldModule::load(libexecFolder());
  if (!Own)
    return NotThere;
  if (Own->version() != Link.Linker.Version)
    return joinErrors(
        std::move(NotThere),
        createStringError("et-prune has an LLD of its own, but it is another: " + Own->version()));
  consumeError(std::move(NotThere));
  Link.OwnLld = std::move(Own);
  return true;
}

Expected<ChosenLinker> chooseLinker(const Options &Opts, CapturedLink &Link) {
  auto IsOther = chooseLinkerProgram(Opts, Link);
  if (!IsOther)
    return IsOther.takeError();
  ChosenLinker Chosen{*IsOther, ""};
  if (Error E = leaveOutPlugins(Link))
    Chosen = {true, toString(std::move(E))};
  return Chosen;
}

Expected<PrunePlan> plan(const Options &Opts, const CapturedLink &Link,
                         ArrayRef<KernelRecord> Records, const Selection &Wanted) {
  ResolveOptions Resolving;
  Resolving.IgnoreKeys = Opts.IgnoreDtypes;
  Resolving.TableInScript = Link.Inputs->TableInScript;
  Resolving.DropBackends = Opts.DropBackends;
  const StockProgram *Program = Link.Kernels.Program.get();
  Resolving.BackendsAtRunTime = Program != nullptr;
  Resolving.OtherKernels = Program && !Program->OtherCallers.empty();
  auto Plan = resolve(Records, Wanted, Resolving);
  if (!Plan)
    return joinErrors(Plan.takeError(), unknownCallers(Program));
  if (Opts.DropBackends)
    dropUnusedBackends(*Plan, Program, Wanted);
  return Plan;
}

PruneOptions pruneOptions(const Options &Opts, const CapturedLink &Link) {
  PruneOptions Pruning;
  Pruning.AddGcSections = Opts.AddGcSections && !Link.Command.GcSections;
  Pruning.Verbose = Opts.Verbose;
  return Pruning;
}

/// Refuses an image that is not what its link made.
Expected<ImageBefore> checkInput(const Options &Opts, CapturedLink &Link, const LoadedImage &Input,
                                 ArrayRef<KernelRecord> Records, const ChosenLinker &Linker,
                                 std::vector<std::string> &Warnings) {
  ImageBefore Result;
  if (!Input.Image)
    return Result;
  Result.Summary = Input.Image->summary();
  if (Opts.LinkCommand.empty()) {
    auto Known = findKnownImage(Link, *Result.Summary, Opts.Image);
    if (!Known)
      return Known.takeError();
    Result.MapText = &Link.Images[Known->Index].Map;
    for (const std::string &Difference : Known->HarmlessDifferences)
      Warnings.push_back("'" + Opts.Image + "' was changed after its link, " + Difference +
                         "; the pruned image has it as the linker made it");
  }
  if (Opts.LinkCommand.empty() && !Opts.CheckLink && !Linker.IsOther)
    return Result;
  std::optional<LinkMap> Map;
  if (Result.MapText) {
    auto Parsed = parseLinkMap(*Result.MapText, "the bundle's map");
    if (!Parsed)
      return Parsed.takeError();
    Map = std::move(*Parsed);
  }
  auto Again = reproduceImage(Link, *Input.Image, Map ? &*Map : nullptr, Records,
                              pruneOptions(Opts, Link), Linker.WithoutPlugins);
  if (!Again)
    return Again.takeError();
  if (!Result.MapText) { // from now on it is known
    Link.Images.push_back(recordImage(*Result.Summary, std::move(*Again)));
    Result.MapText = &Link.Images.back().Map;
  }
  return Result;
}

ReportedRun reportedRun(const Options &Opts, std::vector<std::string> Warnings) {
  ReportedRun Run;
  Run.ToolVersion = ToolVersion;
  Run.InputPath = Opts.Image;
  Run.OutputPath = Opts.Output.empty() ? Opts.Image : Opts.Output;
  Run.DryRun = Opts.DryRun;
  for (const Selector &S : Opts.Selectors)
    Run.SelectionSources.push_back(S.text());
  Run.Warnings = std::move(Warnings);
  return Run;
}

/// The image with every kernel, where the report is to start from it.
Expected<FullImage> reportedBefore(const Options &Opts, const CapturedLink &Link,
                                   ArrayRef<KernelRecord> Records) {
  if (!Opts.CompareFull)
    return FullImage();
  return fullImage(Link, Records, pruneOptions(Opts, Link));
}

/// Prints what the linker said and the report; stdout is all JSON where that was asked for.
Error print(const Options &Opts, const PrunedLink &Pruned, const PruneReport &Report) {
  bool OnlyJson = Opts.ReportJson == "-";
  (OnlyJson ? errs() : outs()) << printable(Pruned.Link.Stdout);
  if (OnlyJson) {
    printJsonReport(Report, outs());
  } else if (!Opts.Quiet) {
    TextReportOptions Text;
    Text.Verbose = Opts.Verbose;
    std::string Printed;
    raw_string_ostream OS(Printed);
    printTextReport(Report, Text, OS);
    outs() << printable(Printed);
  }
  return flushOutput();
}

//===- The story ----------------------------------------------------------===//

/// Lists what the image registers.
Expected<int> list(const Options &Opts, const LoadedImage &Input) {
  if (!Input.Image)
    return noSuchImage(Opts);
  std::string Printed;
  raw_string_ostream OS(Printed);
  if (Error E = listKernels(*Input.Image, bundleOf(Opts.Image), OS))
    return E;
  outs() << printable(Printed);
  if (Error E = flushOutput())
    return E;
  return 0;
}

/// Prints what the image of one report has over that of another.
Expected<int> diff(const std::string &Before, const std::string &After) {
  auto Old = openInput(Before), New = openInput(After);
  if (!Old || !New)
    return joinErrors(Old.takeError(), New.takeError());
  std::string Printed;
  raw_string_ostream OS(Printed);
  if (Error E = diffReports({Before, (*Old)->getBuffer()}, {After, (*New)->getBuffer()}, OS))
    return E;
  outs() << printable(Printed);
  if (Error E = flushOutput())
    return E;
  return 0;
}

/// Says whether the image can run what is selected. The exit status says so, too.
Expected<int> check(const Options &Opts, const LoadedImage &Input) {
  auto Wanted = readSelectors(Opts.Selectors);
  if (!Input.Image)
    return joinErrors(Wanted.takeError(), noSuchImage(Opts));
  if (!Wanted)
    return Wanted.takeError();
  auto Check = checkImage(*Input.Image, bundleOf(Opts.Image), *Wanted, Opts.IgnoreDtypes);
  if (!Check)
    return Check.takeError();
  std::string Text, Json;
  raw_string_ostream TextStream(Text), JsonStream(Json);
  printCheck(*Check, TextStream);
  printCheckJson(*Check, JsonStream);
  auto Print = [&] {
    if (Opts.ReportJson == "-")
      outs() << Json;
    else if (!Opts.Quiet)
      outs() << printable(Text);
    return flushOutput();
  };
  if (Error E = writeJson(Opts, Json, Print))
    return E;
  return Check->canRun() ? 0 : StatusCannotRun;
}

/// An image without its bundle cannot be pruned again.
Error checkOutputs(const Options &Opts) {
  const std::string Bundle = bundleOf(Opts.Image);
  Error Errors = Error::success();
  for (const std::string &Path : {Opts.Output, Opts.ReportText, Opts.ReportJson})
    if (sys::fs::equivalent(Path, Bundle))
      Errors =
          joinErrors(std::move(Errors),
                     createStringError("cannot write '" + Path + "': it is the link bundle of '" +
                                       Opts.Image + "'; name another file"));
  return Errors;
}

Expected<int> run(const Options &Opts) {
  if (!Opts.Diff.empty())
    return diff(Opts.Diff[0], Opts.Diff[1]);
  if (Error E = checkOutputs(Opts))
    return E;
  if (Opts.List || Opts.Check) {
    auto Image = loadImage(Opts.Image);
    if (!Image)
      return Image.takeError();
    return Opts.List ? list(Opts, *Image) : check(Opts, *Image);
  }

  // What is wanted, and what there is: problems of both are reported together.
  auto Wanted = readSelectors(Opts.Selectors);
  auto Budgets = parseBudgets(Opts.Budgets);
  auto Input = readInput(Opts);
  if (!Wanted || !Budgets || !Input)
    return joinErrors(joinErrors(Wanted.takeError(), Budgets.takeError()), Input.takeError());
  CapturedLink &Link = Input->Link;
  const std::vector<KernelRecord> &Records = Link.Kernels.Records;
  auto Plan = plan(Opts, Link, Records, *Wanted);
  if (!Plan)
    return Plan.takeError();
  auto Linker = chooseLinker(Opts, Link);
  if (!Linker)
    return Linker.takeError();
  warn(Tool, leftoverWarnings());
  std::vector<std::string> Warnings;
  auto Old = checkInput(Opts, Link, Input->Image, Records, *Linker, Warnings);
  if (!Old)
    return Old.takeError();

  auto Pruned = pruneLink(Link, *Plan, pruneOptions(Opts, Link));
  if (!Pruned)
    return Pruned.takeError();
  if (!Pruned->Link.Image) {
    const StringRef Said = StringRef(Pruned->Link.Stderr).rtrim();
    if (Said.empty())
      return createStringError("the link of the pruned program failed; the linker said nothing, "
                               "and ended with status " +
                               Twine(Pruned->Link.ExitCode));
    return createStringError("the link of the pruned program failed; the linker said\n" + Said);
  }
  errs() << printable(Pruned->Link.Stderr);
  llvm::append_range(Warnings, Pruned->Warnings);
  warn(Tool, Warnings);

  if (Error E = checkBudgets(*Budgets, *Plan, *Pruned))
    return E;

  // Writing moves the recorded images, which the report reads, into the new bundle.
  PruneReport Report;
  if (!Opts.Quiet || !Opts.ReportText.empty() || !Opts.ReportJson.empty()) {
    ReportedRun Run = reportedRun(Opts, std::move(Warnings));
    auto Full = reportedBefore(Opts, Link, Records);
    if (!Full)
      return Full.takeError();
    Report =
        makeReport(Run, Link, *Wanted, *Plan, Opts.CompareFull ? Full->before() : *Old, *Pruned);
  }
  auto Print = [&] { return print(Opts, *Pruned, Report); };
  if (Error E = writeFiles(Opts, Link, *Old, *Pruned, Report, Print))
    return E;
  // Giving back the memory of a large link piece by piece takes as long as a small link.
  _exit(0);
}

int prune(int Argc, char **Argv) {
  // A write beyond a file size limit is to be an error like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  prepareStreams();
  catchInterrupts();
  auto Opts = parseOptions(ArrayRef(Argv + 1, Argc - 1));
  if (!Opts)
    return fail(Tool, Opts.takeError());
  if (Opts->Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts->PrintLinkFlags) {
    Error E = printLinkFlags(*Opts, outs());
    E = joinErrors(std::move(E), flushOutput());
    return E ? fail(Tool, std::move(E)) : 0;
  }
  if (Opts->Version) {
    outs() << "et-prune " << ToolVersion << "\n";
    return 0;
  }
  // Written under its own name, the image needs a bundle that knows it.
  if (sys::fs::equivalent(Opts->Output, Opts->Image))
    Opts->Output.clear();
  auto Status = run(*Opts);
  if (Status)
    return *Status;
  const bool IsOverBudget = Status.errorIsA<OverBudget>();
  const int Failed = fail(Tool, Status.takeError());
  return exitStatus(IsOverBudget ? OverBudget::ExitStatus : Failed);
}

} // namespace

int main(int Argc, char **Argv) {
  return withinMemory(Tool, [&] { return prune(Argc, Argv); });
}
