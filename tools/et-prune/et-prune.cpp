// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// et-prune: takes the kernels that a program does not use out of its linked image.
//
//     et-prune --model model.pte app.elf
//
// main() is the whole story, a call per step; the work is in lib/.

#include "Options.h"

#include "Image/KernelTable.h"
#include "Image/KnownImage.h"
#include "Link/AtomicFiles.h"
#include "Link/DependencyFile.h"
#include "Link/Process.h"
#include "Link/Trust.h"
#include "Report/Report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <csignal>

using namespace llvm;
using namespace etprune;

namespace {

constexpr StringLiteral ToolVersion = ET_PRUNE_VERSION;

/// What could not be printed (a full disk, again) is an error, too.
Error flushOutput() {
  outs().flush();
  std::error_code EC = outs().error();
  outs().clear_error();
  return EC ? createStringError("cannot write to stdout: " + EC.message()) : Error::success();
}

int fail(Error E) {
  E = joinErrors(flushOutput(), std::move(E));
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    errs() << "et-prune: error: " << Info.message() << "\n";
  });
  return 1;
}

/// An image's file with what was read from it.
struct LoadedImage {
  std::unique_ptr<MemoryBuffer> Buffer;
  std::optional<ElfImage> Image; ///< none where the file does not exist
};

Expected<LoadedImage> loadImage(const std::string &Path) {
  LoadedImage Loaded;
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

/// The image's bundle: beside it or, for a symbolic link, beside what it leads to.
std::string bundleOf(const std::string &Image) {
  SmallString<256> Real;
  std::string Own = bundlePath(Image);
  if (sys::fs::exists(Own) || sys::fs::real_path(Image, Real))
    return Own;
  std::string Behind = bundlePath(Real.str().str());
  return sys::fs::exists(Behind) ? Behind : Own;
}

/// The folder with the wrapper under the linkers' names: ../libexec/et-prune beside this program.
std::string libexecFolder() {
  std::string Self = sys::fs::getMainExecutable(nullptr, nullptr);
  SmallString<256> Folder(sys::path::parent_path(sys::path::parent_path(Self)));
  sys::path::append(Folder, "libexec", "et-prune");
  return Folder.str().str();
}

//===- The steps ----------------------------------------------------------===//

Expected<Selection> readSelection(const Options &Opts) {
  Selection Wanted;
  Error Errors = Error::success();
  auto Add = [&](Expected<Selection> Read) {
    if (Read)
      Wanted.merge(*Read);
    else
      Errors = joinErrors(std::move(Errors), Read.takeError());
  };
  for (const std::string &Path : Opts.Ops)
    Add(readSelectionFile(Path));
  for (const std::string &Path : Opts.Models)
    Add(readModel(Path));
  for (const std::string &List : Opts.OpLists)
    Add(readOpListText(List, "--op-list"));
  if (Opts.AllOps) {
    Wanted.AllOperators = true;
    Wanted.AllAskers.insert({"--all-ops"});
  }
  if (Errors)
    return Errors;
  return Wanted;
}

/// A compiler driver removes its output when the link fails: puts the image back as it was.
class KeepImage {
public:
  KeepImage(const std::string &Path, const LoadedImage &Input) : Path(Path) {
    auto Permissions = sys::fs::getPermissions(Path);
    if (!Input.Buffer || !Permissions)
      return;
    Contents = Input.Buffer->getBuffer().str();
    Mode = *Permissions;
  }
  ~KeepImage() {
    if (!Contents)
      return;
    auto Now = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (Now && (*Now)->getBuffer() == *Contents)
      return;
    AtomicFiles Files(AtomicFiles::Durable);
    Error E = Files.add(Path, *Contents);
    if (!E)
      E = Files.commit();
    if (E)
      errs() << "et-prune: error: " << toString(std::move(E)) << "\n";
    else
      sys::fs::setPermissions(Path, Mode);
  }
  KeepImage(const KeepImage &) = delete;
  KeepImage &operator=(const KeepImage &) = delete;

private:
  std::string Path;
  std::optional<std::string> Contents;
  sys::fs::perms Mode = sys::fs::perms_not_known;
};

/// Runs the user's link command through the wrapper, which writes a bundle and links nothing.
Expected<CapturedLink> captureCommand(const Options &Opts, const LoadedImage &Input) {
  SmallString<128> Temporary;
  if (std::error_code EC = sys::fs::createTemporaryFile("et-prune", "etl", Temporary))
    return createStringError("cannot create a temporary file in '" + temporaryFolder() +
                             "': " + EC.message());
  FileRemover Cleanup(Temporary);
  sys::fs::remove(Temporary);

  auto Program = sys::findProgramByName(Opts.LinkCommand[0]);
  if (!Program)
    return createStringError("cannot find '" + Opts.LinkCommand[0] +
                             "', the link command after '--'");
  KeepImage Keep(Opts.Image, Input);
  std::vector<std::string> Args(Opts.LinkCommand.begin() + 1, Opts.LinkCommand.end());
  Args.push_back("-B" + libexecFolder());
  auto Result = runProcess(*Program, Args, "", {("ET_LD_CAPTURE=" + Temporary).str()});
  if (!Result)
    return Result.takeError();
  errs() << Result->Stderr;
  if (Result->ExitCode != 0)
    return createStringError("the link command after '--' failed with status " +
                             Twine(Result->ExitCode));
  if (!sys::fs::exists(Temporary))
    return createStringError("the command after '--' did not link a program that uses kernels; "
                             "give the compiler's command that links '" +
                             Opts.Image + "'");
  return CapturedLink::read(Temporary.str().str());
}

Expected<CapturedLink> loadLink(const Options &Opts, const LoadedImage &Input) {
  if (!Opts.LinkCommand.empty())
    return captureCommand(Opts, Input);
  std::string Path = bundleOf(Opts.Image);
  if (sys::fs::exists(Path))
    return CapturedLink::read(Path);
  if (!Input.Image)
    return createStringError("cannot open '" + Opts.Image + "': no such file or directory");
  return createStringError("'" + Opts.Image + "' has no link bundle, '" + Path +
                           "'\n>>> link it through the wrapper: add -B" + libexecFolder() +
                           " to the link command\n>>> or give that command here: et-prune ... " +
                           Opts.Image + " -- arm-none-eabi-g++ ...");
}

/// What was linked before: the input image, if there is one, and its map, if it is known.
struct Before {
  std::optional<ImageSummary> Summary;
  const std::string *MapText = nullptr;
};

/// Refuses an image that is not what its link made.
Expected<Before> checkInput(const Options &Opts, const CapturedLink &Link, const LoadedImage &Input,
                            ArrayRef<KernelRecord> Records, std::vector<std::string> &Warnings) {
  Before Result;
  if (!Input.Image)
    return Result;
  Result.Summary = Input.Image->summary();
  LinkMap Map;
  bool HasMap = false;
  if (Opts.LinkCommand.empty()) {
    auto Known = findKnownImage(Link, *Result.Summary, Opts.Image);
    if (!Known)
      return Known.takeError();
    Result.MapText = &Link.Images[Known->Index].Map;
    for (const std::string &Difference : Known->HarmlessDifferences)
      Warnings.push_back("'" + Opts.Image + "' was changed after its link, " + Difference +
                         "; the pruned image has it as the linker made it");
    auto Parsed = parseGnuLinkMap(*Result.MapText, "the bundle's map");
    if (!Parsed)
      return Parsed.takeError();
    Map = std::move(*Parsed);
    HasMap = true;
  }
  if (!Opts.LinkCommand.empty() || Opts.CheckLink || !Opts.Linker.empty()) {
    PruneOptions Options;
    Options.AddGcSections = Opts.AddGcSections && !Link.Command.GcSections;
    if (Error E = reproduceImage(Link, *Input.Image, HasMap ? &Map : nullptr, Records, Options))
      return E;
  }
  return Result;
}

/// Where a side output of the link goes: with the image that it describes. In place, that is where
/// it lay beside the image when both were linked; the folder may have moved since.
std::string sideOutputPath(const Options &Opts, const CapturedLink &Link,
                           const SideOutput &Output) {
  if (!Opts.Output.empty())
    return Opts.Output + (Output.What == LinkOperand::Map              ? ".map"
                          : Output.What == LinkOperand::DependencyFile ? ".d"
                                                                       : ".implib.o");
  auto Absolute = [&](StringRef Path) {
    SmallString<256> Full(sys::path::is_absolute(Path) ? "" : StringRef(Link.Directory));
    sys::path::append(Full, Path);
    sys::path::remove_dots(Full);
    return Full;
  };
  SmallString<256> Recorded = Absolute(Link.Command.output()), Path = Absolute(Output.Path);
  SmallString<256> Image;
  if (sys::fs::equivalent(Recorded, Opts.Image) || sys::fs::real_path(Opts.Image, Image))
    return Path.str().str();
  // The nearest folder that held both; what leads from there to the image must lead to it today.
  SmallString<256> Common = sys::path::parent_path(Recorded);
  while (!Common.empty() && Common != "/" && !Path.starts_with((Common + "/").str()))
    Common = SmallString<256>(sys::path::parent_path(Common));
  StringRef Moved = Image;
  if (!Moved.consume_back(Recorded.substr(Common.size())))
    return Path.str().str();
  return (Moved + Path.substr(Common.size())).str();
}

/// The bundle of the new image: it knows the full image, the one that is replaced and the new one,
/// so that whichever of the two is there after a crash is known.
void recordNewImage(CapturedLink &Link, const Before &Old, const PrunedLink &Pruned) {
  std::vector<RecordedImage> Images;
  std::set<uint64_t> Hashes;
  for (size_t I = 0; I < Link.Images.size(); ++I) {
    auto Summary = recordedSummary(Link.Images[I]);
    uint64_t Hash = Summary ? Summary->FileHash : 0;
    if (!Summary)
      consumeError(Summary.takeError()); // checked when the bundle was read
    bool IsFull = Link.HasFullImage && I == 0;
    bool IsOld = Old.Summary && Old.Summary->FileHash == Hash;
    if ((IsFull || IsOld) && Hashes.insert(Hash).second)
      Images.push_back(std::move(Link.Images[I]));
  }
  if (Hashes.insert(Pruned.Summary.FileHash).second)
    Images.push_back(recordImage(Pruned.Summary, Pruned.Link.Map));
  Link.Images = std::move(Images);
}

/// Prepares all that is written besides the report; `Bundle` must live until it is committed.
Error addResult(AtomicFiles &Files, const Options &Opts, CapturedLink &Link, const Before &Old,
                const PrunedLink &Pruned, std::string &Bundle) {
  bool InPlace = Opts.Output.empty();
  if (InPlace) {
    recordNewImage(Link, Old, Pruned);
    auto Bytes = BundleWriter(Link).finish();
    if (!Bytes)
      return Bytes.takeError();
    Bundle = std::move(*Bytes);
    if (Error E = Files.add(bundleOf(Opts.Image), Bundle))
      return E;
  }
  for (const SideOutput &Output : Pruned.Link.SideOutputs) {
    std::string Path = sideOutputPath(Opts, Link, Output);
    if (InPlace)
      if (Error E = checkSideOutput(Output.What, Path, Opts.Image)) {
        errs() << "et-prune: warning: '" << Path << "' was not written: " << toString(std::move(E))
               << "\n";
        continue;
      }
    if (Error E = Files.add(Path, Output.Contents))
      return E;
  }
  return Files.add(InPlace ? Opts.Image : Opts.Output, Pruned.Link.Image->getBuffer(),
                   /*Executable=*/true);
}

PruneReport makeReport(const Options &Opts, const CapturedLink &Link, const Selection &Wanted,
                       const PrunePlan &Plan, const Before &Old, const PrunedLink &Pruned) {
  PruneReport Report;
  Report.ToolVersion = ToolVersion;
  Report.InputPath = Opts.Image;
  Report.OutputPath = Opts.Output.empty() ? Opts.Image : Opts.Output;
  Report.DryRun = Opts.DryRun;
  Report.LinkerName = sys::path::filename(Link.Linker.Path);
  Report.LinkerVersion = Link.Linker.Version;
  Report.SelectionSources = Opts.selectors();
  for (const PlannedKernel &Kernel : Plan.Kept) {
    const KernelRecord &Record = *Kernel.Record;
    KeptKernel Kept{{Record.Op, Record.Variant, Record.Library}, Record.Key, Record.codeSize(), {}};
    for (const Asker &A : Kernel.Askers)
      Kept.AskedBy.push_back(A.Text);
    Report.Kept.push_back(std::move(Kept));
  }
  for (const KernelRecord *Record : Plan.Dropped)
    Report.Dropped.push_back({{Record->Op, Record->Variant, Record->Library}, Record->codeSize()});
  for (const LeftoverCode &Leftover : Pruned.Leftovers) {
    const KernelRecord &Record = *Leftover.Record;
    Report.Leftover.push_back(
        {{Record.Op, Record.Variant, Record.Library}, Record.codeSize(), Leftover.Referrers});
  }
  Report.Notes = Wanted.Notes;
  llvm::append_range(Report.Notes, Plan.Notes);
  for (const auto &[Backend, Askers] : Wanted.Backends)
    Report.Notes.push_back("the program delegates to backend '" + Backend +
                           "', which must be linked");

  ImageSummary OldSummary = Old.Summary ? *Old.Summary : Pruned.Summary;
  if (!Old.Summary)
    Report.Notes.push_back("there was no image before: the full program did not fit");
  fillSizes(Report, OldSummary, Pruned.Summary, Pruned.Map.Regions);
  if (Old.MapText) {
    auto OldMap = parseGnuLinkMap(*Old.MapText, "the bundle's map");
    if (!OldMap) {
      Report.Notes.push_back(toString(OldMap.takeError()));
      return Report;
    }
    auto Account = accountDifference({*OldMap, OldSummary}, {Pruned.Map, Pruned.Summary});
    if (Account)
      Report.Account = std::move(*Account);
    else
      Report.Notes.push_back(toString(Account.takeError()));
  }
  return Report;
}

/// Writes all files or, where one of them cannot be written, none.
Error writeFiles(const Options &Opts, CapturedLink &Link, const Before &Old,
                 const PrunedLink &Pruned, const PruneReport &Report) {
  AtomicFiles Files(AtomicFiles::Durable);
  std::string Bundle, Json;
  if (!Opts.DryRun)
    if (Error E = addResult(Files, Opts, Link, Old, Pruned, Bundle))
      return E;
  if (!Opts.ReportJson.empty() && Opts.ReportJson != "-") {
    raw_string_ostream Stream(Json);
    printJsonReport(Report, Stream);
    if (Error E = Files.add(Opts.ReportJson, Stream.str()))
      return E;
  }
  return Files.commit();
}

//===- --list -------------------------------------------------------------===//

/// Lists what the image registers. Nothing is run; the bundle only helps where the image is
/// stripped.
Error list(const Options &Opts, const LoadedImage &Input) {
  if (!Input.Image)
    return createStringError("cannot open '" + Opts.Image + "': no such file or directory");
  const ElfImage &Image = *Input.Image;
  std::optional<LinkMap> Map;
  if (!Image.hasSymbolTable() && sys::fs::exists(bundleOf(Opts.Image))) {
    auto Link = CapturedLink::read(bundleOf(Opts.Image));
    if (!Link)
      return Link.takeError();
    auto Known = findKnownImage(*Link, Image.summary(), Opts.Image);
    if (!Known)
      return Known.takeError();
    auto Parsed = parseGnuLinkMap(Link->Images[Known->Index].Map, "the bundle's map");
    if (!Parsed)
      return Parsed.takeError();
    Map = std::move(*Parsed);
  }
  auto Range = findKernelTable(Image, Map ? &*Map : nullptr);
  if (!Range)
    return Range.takeError();
  auto Entries = readKernelTable(Image, *Range);
  if (!Entries)
    return Entries.takeError();

  std::map<uint64_t, const ImageSymbol *> Functions; // any address: DenseMap has reserved keys
  for (const ImageSymbol &Symbol : Image.symbols())
    if (Symbol.Name.starts_with(KernelSymbolPrefix))
      Functions[Symbol.Value] = &Symbol;
  outs() << formatv("{0} kernels, table of {1} bytes at {2:x}\n", Entries->size(),
                    Range->End - Range->Start, Range->Start);
  size_t Width = 0;
  for (const KernelEntry &Entry : *Entries)
    Width = std::max(Width, Entry.Name.size());
  for (const KernelEntry &Entry : *Entries) {
    outs() << left_justify(Entry.Name, Width + 2)
           << left_justify(Entry.Key ? *Entry.Key : "any dtype", 16);
    auto It = Functions.find(Entry.Function);
    if (It != Functions.end())
      outs() << right_justify(std::to_string(It->second->Size), 8) << " B  "
             << It->second->Name.rsplit('$').second;
    outs() << "\n";
  }
  return flushOutput();
}

Error run(const Options &Opts) {
  auto Input = loadImage(Opts.Image);
  if (!Input)
    return Input.takeError();
  if (Opts.List)
    return list(Opts, *Input);

  // What is wanted, and what there is: problems of both are reported together.
  auto Wanted = readSelection(Opts);
  auto Link = loadLink(Opts, *Input);
  if (!Wanted || !Link)
    return joinErrors(Wanted.takeError(), Link.takeError());
  auto Records = Link->Inputs->kernelRecords();
  if (!Records)
    return Records.takeError();

  // Names in a bundle are only names until the program behind them is the recorded one.
  if (!Opts.Linker.empty()) {
    auto Identity = identifyLinker(Opts.Linker);
    if (!Identity)
      return Identity.takeError();
    Link->Linker = std::move(*Identity);
  } else if (Error E = checkLinker(Link->Linker)) {
    return E;
  }

  ResolveOptions Resolving;
  Resolving.IgnoreKeys = Opts.IgnoreDtypes;
  Resolving.TableInScript = Link->Inputs->TableInScript;
  auto Plan = resolve(*Records, *Wanted, Resolving);
  if (!Plan)
    return Plan.takeError();

  std::vector<std::string> Warnings;
  auto Old = checkInput(Opts, *Link, *Input, *Records, Warnings);
  if (!Old)
    return Old.takeError();

  PruneOptions Pruning;
  Pruning.AddGcSections = Opts.AddGcSections && !Link->Command.GcSections;
  auto Pruned = pruneLink(*Link, *Plan, Pruning);
  if (!Pruned)
    return Pruned.takeError();
  if (!Pruned->Link.Image)
    return createStringError("the link of the pruned program failed; the linker said\n" +
                             StringRef(Pruned->Link.Stderr).rtrim());
  errs() << Pruned->Link.Stderr;

  PruneReport Report = makeReport(Opts, *Link, *Wanted, *Plan, *Old, *Pruned);
  Report.Warnings = std::move(Warnings);
  for (const std::string &Warning : Report.Warnings)
    errs() << "et-prune: warning: " << Warning << "\n";
  if (Error E = writeFiles(Opts, *Link, *Old, *Pruned, Report))
    return E;

  bool OnlyJson = Opts.ReportJson == "-";
  (OnlyJson ? errs() : outs()) << Pruned->Link.Stdout;
  if (!Opts.Quiet && !OnlyJson) {
    TextReportOptions Text;
    Text.Verbose = Opts.Verbose;
    printTextReport(Report, Text, outs());
  }
  if (OnlyJson)
    printJsonReport(Report, outs());
  return flushOutput();
}

} // namespace

int main(int Argc, char **Argv) {
  // A write beyond a file size limit is to be an error like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  catchInterrupts();
  auto Opts = parseOptions(ArrayRef(Argv + 1, Argc - 1));
  if (!Opts)
    return fail(Opts.takeError());
  if (Opts->Help) {
    printHelp(outs());
    return 0;
  }
  if (Opts->Version) {
    outs() << "et-prune " << ToolVersion << "\n";
    return 0;
  }
  // Written under its own name, the image needs a bundle that knows it.
  if (sys::fs::equivalent(Opts->Output, Opts->Image))
    Opts->Output.clear();
  if (Error E = run(*Opts))
    return exitStatus(fail(std::move(E)));
  return 0;
}
