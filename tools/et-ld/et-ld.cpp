// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The linker wrapper. A compiler driver that is told `-B<libexec>` runs this program as its linker,
// under the linker's name. A link that uses kernels gets the registration table and leaves a link
// bundle beside its image; every other link goes to the real linker unseen.
//
//     -Wl,--et-select=FILE      register what FILE asks for instead of all kernels; repeatable
//     -Wl,--et-op=OPERATOR      register this operator; repeatable
//
// and others, which docs/cli.md lists: they say more of the selection, where the link stops
// (--et-budget) and what it writes besides (--et-report-json, --et-keep-full, ...).
//
// With ET_LD_CAPTURE=FILE in the environment nothing is linked: the bundle goes to FILE. That is
// how `et-prune ... -- <link command>` learns what a link consists of.

#include "Image/Placement.h"
#include "Image/PruneLink.h"
#include "Link/AtomicFiles.h"
#include "Link/DependencyFile.h"
#include "Link/LlvmLto.h"
#include "Link/Process.h"
#include "Report/Budget.h"
#include "Report/MakeReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <csignal>
#include <future>
#include <unistd.h>

using namespace llvm;
using namespace etprune;

namespace {

int report(Error E) {
  int Status = 1;
  handleAllErrors(std::move(E), [&](const ErrorInfoBase &Info) {
    errs() << "et-ld: error: " << Info.message() << "\n";
    if (Info.isA<OverBudget>())
      Status = OverBudget::ExitStatus;
  });
  return Status;
}

/// A link that is none of our business: this process becomes the linker.
int passThrough(const std::string &Linker, ArrayRef<std::string> Args) {
  std::vector<char *> Argv{const_cast<char *>(Linker.c_str())};
  for (const std::string &Arg : Args)
    Argv.push_back(const_cast<char *>(Arg.c_str()));
  Argv.push_back(nullptr);
  execv(Linker.c_str(), Argv.data());
  return report(createStringError("cannot run '" + Linker + "': " + sys::StrError()));
}

/// A script may name inputs, too.
bool hasInputs(const LinkCommand &Command) {
  return Command.last(LinkOperand::Input) || Command.last(LinkOperand::Library) ||
         Command.last(LinkOperand::Script);
}

/// The linker's words for what does not fit, or empty: "region `FLASH' overflowed by 1234 bytes"
/// (GNU ld), "section '.text' will not fit in region 'FLASH': overflowed by 1234 bytes" (LLD, which
/// counts from section to section; the largest number is the region's).
StringRef overflowMessage(StringRef Messages) {
  StringRef Largest;
  uint64_t Most = 0;
  while (!Messages.empty()) {
    StringRef Line;
    std::tie(Line, Messages) = Messages.split('\n');
    StringRef Number = Line.split(" overflowed by ").second.split(' ').first;
    size_t Start = std::min(Line.find("region `"), Line.find("section '"));
    uint64_t Bytes;
    if (Start != StringRef::npos && !Number.getAsInteger(10, Bytes) && Bytes > Most) {
      Largest = Line.substr(Start);
      Most = Bytes;
    }
  }
  return Largest;
}

/// A temporary file that is gone when the link is done.
class TemporaryFolder {
public:
  Error create() {
    std::error_code EC = sys::fs::createUniqueDirectory("et-ld", Path);
    if (!EC)
      EC = sys::fs::create_directory(madePlace());
    if (EC)
      return createStringError("cannot create a temporary folder in '" + temporaryFolder() +
                               "': " + EC.message());
    return Error::success();
  }
  ~TemporaryFolder() {
    if (!Path.empty())
      (void)sys::fs::remove_directories(Path);
  }
  std::string file(StringRef Name) const { return (Path + "/" + Name).str(); }
  /// For what a linker's plugin makes of intermediate code.
  std::string madePlace() const { return file("made"); }
  bool holds(StringRef File) const { return File.starts_with(file("")); }
  /// Takes the folder's name out of a text, and what gcc makes up for a file of its own.
  std::string without(StringRef Text) const {
    const std::string Mine = file(""), Made = madePlace() + "/";
    return replaceAll(Text, Mine, [&](StringRef &Rest) -> StringRef {
      constexpr StringLiteral MadeUp = "ccXXXXXX.";
      if (!Rest.consume_front(Made)) {
        Rest = Rest.drop_front(Mine.size());
        return "";
      }
      if (!Rest.starts_with("cc"))
        return "";
      Rest = Rest.substr(MadeUp.size());
      return "lto.";
    });
  }

private:
  SmallString<128> Path;
};

std::string readFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

bool usesLlvmPlugin(const CapturedLink &Link) {
  return !Link.Inputs->IsLld && Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
}

Error identify(CapturedLink &Link) {
  auto Identity = identifyLinker(Link.Linker.Path);
  if (!Identity)
    return Identity.takeError();
  Link.Linker = std::move(*Identity);
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc)) {
    auto Gcc = captureGccLto(Link.Command);
    if (!Gcc)
      return Gcc.takeError();
    Link.Gcc = std::move(*Gcc);
  }
  if (usesLlvmPlugin(Link)) {
    auto Plugin = captureLlvmPlugin(Link.Command);
    if (!Plugin)
      return Plugin.takeError();
    Link.LlvmPlugin = std::move(*Plugin);
  }
  return Error::success();
}

Error writeBundle(BundleWriter &Bundle, const std::string &Path) {
  auto Bytes = Bundle.finish();
  if (!Bytes)
    return Bytes.takeError();
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = Files.add(Path, *Bytes))
    return E;
  return Files.commit();
}

/// As a linker that fails: no image that looks finished, no bundle of the one before.
void removeOutputs(const LinkCommand &Command) {
  if (sys::fs::is_regular_file(Command.output()))
    (void)sys::fs::remove(Command.output());
  (void)sys::fs::remove(bundlePath(Command.output()));
}

/// The user's link with the table of all kernels in front. What the linker prints is not passed on
/// where its image is only a step to another.
class FullLink {
public:
  FullLink(CapturedLink &Link, const PrunePlan &Plan) : Link(Link), Plan(Plan) {}
  Expected<int> run();

private:
  Error writeTable();
  std::vector<std::string> arguments() const;
  Error cleanSideOutputs();
  Error checkPlacement(const ElfImage &Image, StringRef MapText) const;
  Error recordResult();
  void explainOverflow(StringRef Messages) const;
  std::string mapPath() const {
    const LinkOperand *Map = Link.Command.last(LinkOperand::Map);
    return Map ? Map->Text : Folder.file("map");
  }
  std::string dependencyPath() const {
    const LinkOperand *File = Link.Command.last(LinkOperand::DependencyFile);
    return File ? File->Text : Folder.file("dependencies");
  }
  /// Not where a script collects the records, nor where the program registers its kernels itself.
  bool hasTableObject() const {
    return !Link.Inputs->TableInScript && !Link.Inputs->stockProgram();
  }

  CapturedLink &Link;
  const PrunePlan &Plan;
  TemporaryFolder Folder;
};

Error FullLink::writeTable() {
  auto Target = Link.Inputs->target();
  if (!Target)
    return Target.takeError();
  auto Table = writeTableObject(Plan.Kept, *Target, Link.Command.PositionIndependent);
  if (!Table)
    return Table.takeError();
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E =
          Files.add(Folder.file("et_kernel_table.o"), StringRef(Table->data(), Table->size())))
    return E;
  return Files.commit();
}

std::vector<std::string> FullLink::arguments() const {
  std::vector<std::string> Args = Link.Command.Args;
  if (hasTableObject())
    Args.insert(Args.begin() + Link.Inputs->placeForObject(Link.Command),
                Folder.file("et_kernel_table.o"));
  if (!Link.Command.last(LinkOperand::Map))
    Args.push_back("-Map=" + Folder.file("map"));
  if (!Link.Command.last(LinkOperand::DependencyFile))
    Args.push_back("--dependency-file=" + Folder.file("dependencies"));
  bool HasObjectPath = llvm::any_of(Link.Command.Operands, [](const LinkOperand &Operand) {
    return Operand.What == LinkOperand::PluginOption &&
           StringRef(Operand.Text).starts_with("obj-path=");
  });
  if (usesLlvmPlugin(Link) && !HasObjectPath) // so that the map's names are the same every time
    Args.push_back("-plugin-opt=obj-path=" + Folder.madePlace() + "/lto.o");
  return Args;
}

/// Takes the temporary table out of what the user asked the linker to write.
Error FullLink::cleanSideOutputs() {
  AtomicFiles Files(AtomicFiles::LikeALinker);
  std::string Map, Dependencies;
  if (Link.Command.last(LinkOperand::Map)) {
    Map = Folder.without(readFile(mapPath()));
    if (Error E = Files.add(mapPath(), Map))
      return E;
  }
  if (Link.Command.last(LinkOperand::DependencyFile)) {
    std::vector<std::string> Names = parseDependencyFile(readFile(dependencyPath()));
    llvm::erase_if(Names, [&](const std::string &Name) { return Folder.holds(Name); });
    Dependencies = formatDependencyFile(Link.Command.output(), Names);
    if (Error E = Files.add(dependencyPath(), Dependencies))
      return E;
  }
  return Files.commit();
}

/// A table that no rule of the script places may lie where nothing loads it.
Error FullLink::checkPlacement(const ElfImage &Image, StringRef MapText) const {
  auto Map = readMap(Link, MapText, "the link's map");
  if (!Map)
    return Map.takeError();
  auto Table = findKernelTable(Image, &*Map);
  if (!Table)
    return Table.takeError();
  return checkTablePlacement(Image, *Map, *Table);
}

/// Adds what only the finished link tells: files that nothing named, and the image itself.
Error FullLink::recordResult() {
  for (const std::string &Path : parseDependencyFile(readFile(dependencyPath())))
    if (!Folder.holds(Path) && !isGccLtoObject(Path))
      if (Error E = Link.Inputs->addFound(Path, Link.Directory))
        return E;
  // What was found may be an archive, of which the bundle takes what the closure marks.
  if (auto Objects = Link.Inputs->closure(); !Objects)
    return Objects.takeError();
  auto Buffer = MemoryBuffer::getFile(Link.Command.output(), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Error::success(); // the link overflowed
  auto Image = ElfImage::read((*Buffer)->getMemBufferRef());
  if (!Image)
    return Image.takeError();
  std::string Map = Folder.without(readFile(mapPath()));
  if (!Link.Inputs->stockProgram())
    if (Error E = checkPlacement(*Image, Map))
      return E;
  Link.Images.push_back(recordImage(Image->summary(), std::move(Map)));
  Link.HasFullImage = true;
  return Error::success();
}

void FullLink::explainOverflow(StringRef Messages) const {
  StringRef Overflow = overflowMessage(Messages);
  std::string Image = Link.Command.output();
  errs() << "et-ld: error: the program does not fit with all " << Plan.Kept.size()
         << " kernels: " << Overflow << "\n"
         << ">>> select what it needs in the link: -Wl,--et-select=model.pte "
            "(or a selected_operators.yaml)\n"
         << ">>> or prune now, the link bundle has everything: et-prune --model model.pte " << Image
         << "\n";
}

Expected<int> FullLink::run() {
  if (Error E = Folder.create())
    return E;
  if (hasTableObject())
    if (Error E = writeTable())
      return E;
  // What the bundle needs and the linker does not change is done while the linker runs: asking for
  // the linker's version and packing the inputs take as long as a small link.
  const std::string Linker = Link.Linker.Path;
  std::vector<std::string> Args = arguments();
  std::optional<BundleWriter> Bundle(std::in_place, Link);
  const size_t NamedFiles = Link.Inputs->Files.size();
  auto Prepared = std::async(std::launch::async, [&] {
    Error E = identify(Link);
    return E ? std::move(E) : Bundle->addFiles();
  });
  std::vector<std::string> Environment{EnglishMessages.str()};
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc) || usesLlvmPlugin(Link))
    Environment.push_back("TMPDIR=" + Folder.madePlace());
  auto Result = runProcess(Linker, Args, "", Environment);
  Error NotPrepared = Prepared.get();
  if (!Result || NotPrepared) {
    if (sys::fs::is_regular_file(Link.Command.output()))
      removeOutputs(Link.Command);
    return joinErrors(Result.takeError(), std::move(NotPrepared));
  }
  if (Result->ExitCode != 0 || !Link.Command.Et.PostLink) {
    outs() << Folder.without(Result->Stdout);
    if (Link.Command.PrintMap && !Link.Command.last(LinkOperand::Map))
      outs() << Folder.without(readFile(mapPath()));
    errs() << Folder.without(Result->Stderr);
  }

  bool Overflowed = Result->ExitCode != 0 && !overflowMessage(Result->Stderr).empty();
  if (Result->ExitCode != 0 && !Overflowed) {
    if (Result->ExitCode > 128) // it crashed, and may have left half an image
      (void)sys::fs::remove(Link.Command.output());
    // The linker removed the image: a bundle of the one before must not stand for this one.
    if (!sys::fs::exists(Link.Command.output()))
      (void)sys::fs::remove(bundlePath(Link.Command.output()));
    return Result->ExitCode;
  }
  // What only the linker found may need members of the archives that are packed already.
  auto Pack = [&]() -> Error {
    if (!Overflowed)
      if (Error E = checkDependencyFile(readFile(dependencyPath())))
        return E;
    if (Error E = recordResult())
      return E;
    if (Error E = cleanSideOutputs())
      return E;
    if (Link.Inputs->Files.size() != NamedFiles)
      Bundle.emplace(Link);
    return writeBundle(*Bundle, bundlePath(Link.Command.output()));
  };
  std::string Image = Link.Command.output();
  if (!Overflowed && !sys::fs::is_regular_file(Image))
    return Result->ExitCode; // /dev/null, to see whether it links
  if (Overflowed && sys::fs::is_regular_file(Image))
    (void)sys::fs::remove(Image); // LLD leaves the one before, which this link did not make
  if (Error E = Pack()) {
    removeOutputs(Link.Command);
    return E;
  }
  if (Overflowed)
    explainOverflow(Result->Stderr);
  return Result->ExitCode;
}

/// The reports that were asked for, on their way to Files.
struct Reports {
  std::string Text, Json;
};

Error addReports(AtomicFiles &Files, const CapturedLink &Link, ArrayRef<KernelRecord> Records,
                 const Selection &Wanted, const PrunePlan &Plan, const PruneOptions &Options,
                 const PrunedLink &Pruned, Reports &Made) {
  const WrapperOptions &Et = Link.Command.Et;
  if (Et.ReportText.empty() && Et.ReportJson.empty())
    return Error::success();
  auto Full = fullImage(Link, Records, Options);
  if (!Full)
    return Full.takeError();
  ReportedRun Run;
  Run.ToolVersion = ET_PRUNE_VERSION;
  Run.InputPath = Run.OutputPath = Link.Command.output();
  for (const std::string &File : Et.Select)
    Run.SelectionSources.push_back("--et-select=" + File);
  for (const std::string &Operator : Et.Operators)
    Run.SelectionSources.push_back("--et-op=" + Operator);
  for (const std::string &Operator : Et.Dropped)
    Run.SelectionSources.push_back("--et-drop=" + Operator);
  Run.Warnings = Pruned.Warnings;
  PruneReport Report = makeReport(Run, Link, Wanted, Plan, Full->before(), Pruned);
  if (!Et.ReportText.empty()) {
    raw_string_ostream OS(Made.Text);
    printTextReport(Report, {}, OS);
    if (Error E = Files.add(Et.ReportText, OS.str()))
      return E;
  }
  if (!Et.ReportJson.empty()) {
    raw_string_ostream OS(Made.Json);
    printJsonReport(Report, OS);
    if (Error E = Files.add(Et.ReportJson, OS.str()))
      return E;
  }
  return Error::success();
}

/// The link with a selection, done as et-prune does it.
Expected<int> selectedLink(CapturedLink &Link, ArrayRef<KernelRecord> Records,
                           const Selection &Wanted, const PrunePlan &Plan,
                           ArrayRef<Budget> Budgets) {
  if (Error E = identify(Link))
    return E;
  PruneOptions Options;
  Options.AddGcSections = Link.Command.Et.AddGcSections;
  auto Pruned = pruneLink(Link, Plan, Options);
  if (!Pruned)
    return Pruned.takeError();
  outs() << Pruned->Link.Stdout;
  errs() << Pruned->Link.Stderr;
  for (const std::string &Warning : Pruned->Warnings)
    errs() << "et-ld: warning: " << Warning << "\n";
  if (!Pruned->Link.Image) {
    StringRef Overflow = overflowMessage(Pruned->Link.Stderr);
    if (!Overflow.empty())
      errs() << "et-ld: error: the program does not fit with the " << Plan.Kept.size()
             << " kernels selected: " << Overflow << "\n";
    return Pruned->Link.ExitCode;
  }
  if (Error E = checkBudgets(Budgets, Plan, *Pruned))
    return E;

  AtomicFiles Files(AtomicFiles::LikeALinker);
  Reports Made;
  if (Error E = addReports(Files, Link, Records, Wanted, Plan, Options, *Pruned, Made))
    return E;
  Link.Images.push_back(recordImage(Pruned->Summary, Pruned->Link.Map));
  auto Bundle = BundleWriter(Link).finish();
  if (!Bundle)
    return Bundle.takeError();
  if (Error E = Files.add(bundlePath(Link.Command.output()), *Bundle))
    return E;
  for (SideOutput &Output : Pruned->Link.SideOutputs) {
    if (Output.What == LinkOperand::DependencyFile) {
      std::vector<std::string> Names = parseDependencyFile(Output.Contents);
      llvm::append_range(Names, Link.Command.Et.Select);
      Output.Contents = formatDependencyFile(Link.Command.output(), Names);
    }
    if (Error E = Files.add(Output.Path, Output.Contents))
      return E;
  }
  if (Error E = Files.add(Link.Command.output(), Pruned->Link.Image->getBuffer(),
                          /*Executable=*/true))
    return E;
  if (Error E = Files.commit())
    return E;
  return 0;
}

Error keepFullImage(const LinkCommand &Command) {
  if (Command.Et.KeepFull.empty())
    return Error::success();
  const std::string Image = readFile(Command.output());
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = Files.add(Command.Et.KeepFull, Image, /*Executable=*/true))
    return E;
  return Files.commit();
}

Expected<Selection> readSelection(const WrapperOptions &Et) {
  Selection Wanted;
  Error Errors = Error::success();
  auto Add = [&](Expected<Selection> Read) {
    if (Read)
      Wanted.merge(*Read);
    else
      Errors = joinErrors(std::move(Errors), Read.takeError());
  };
  for (const std::string &Path : Et.Select)
    Add(readSelectionFile(Path));
  for (const std::string &Name : Et.Operators)
    Add(readOpListText(Name, "--et-op"));
  for (const std::string &Name : Et.Dropped)
    Add(readDropListText(Name, "--et-drop"));
  if (!Et.hasSelection()) {
    Wanted.AllOperators = true;
    Wanted.AllAskers.insert({"the link"});
  }
  if (Errors)
    return Errors;
  return Wanted;
}

/// Ends the process as it is: giving back memory piece by piece takes milliseconds of every link.
[[noreturn]] void leave(Expected<int> Result) {
  int Status = Result ? *Result : report(Result.takeError());
  outs().flush();
  if (std::error_code EC = outs().error())
    Status = report(createStringError("cannot write to stdout: " + EC.message()));
  _exit(exitStatus(Status));
}

Expected<int> run(StringRef Name, ArrayRef<std::string> Argv) {
  auto Linker = findRealLinker(Name, "/proc/self/exe");
  if (!Linker)
    return Linker.takeError();
  auto Command = LinkCommand::parse(Argv);
  if (!Command)
    return Command.takeError();
  // As it came, where nothing has to be taken out: a response file may stand for more arguments
  // than a program can be given.
  std::vector<std::string> Untouched = Command->HasEt ? Command->Args : Argv.vec();
  if (Command->Relocatable || !hasInputs(*Command))
    return passThrough(*Linker, Untouched);
  auto Link = CapturedLink::capture(std::move(*Command), *Linker);
  if (!Link)
    return Link.takeError();
  // A file that could not be read may be the one that uses the kernels on the line.
  bool UsesTable = Link->Inputs->usesKernels();
  if (UsesTable || Link->Inputs->hasKernels())
    if (Error E = Link->Inputs->checkReadable())
      return E;
  if (!UsesTable)
    return passThrough(*Linker, Untouched);
  // Before anything is linked; what hides behind another name is found out when it is asked for its
  // version.
  if (Error E = refuseLinker(linkerKindOfFile(*Linker), *Linker))
    return E;

  auto Records = Link->Inputs->kernelRecords();
  Error Invisible = Link->Inputs->checkKernelsVisible();
  if (!Records || Invisible)
    return joinErrors(Records.takeError(), std::move(Invisible));
  if (Error E = Records->empty() ? unknownCallers(Link->Inputs->stockProgram()) : Error::success())
    for (StringRef Line : split(toString(std::move(E)), '\n'))
      errs() << (Line.starts_with(">>>") ? "" : "et-ld: warning: ") << Line << "\n";
  else if (Records->empty())
    errs() << "et-ld: warning: the program looks kernels up, but no object or archive of the link "
              "registers any\n";
  if (auto Capture = sys::Process::GetEnv("ET_LD_CAPTURE")) {
    if (Error E = identify(*Link))
      return E;
    BundleWriter Bundle(*Link);
    if (Error E = writeBundle(Bundle, *Capture))
      return E;
    return 0;
  }
  WrapperOptions &Et = Link->Command.Et;
  auto Wanted = readSelection(Et);
  auto Budgets = parseBudgets(Et.Budgets);
  if (!Wanted || !Budgets)
    return joinErrors(Wanted.takeError(), Budgets.takeError());
  ResolveOptions Resolving;
  Resolving.IgnoreKeys = Et.IgnoreDtypes;
  Resolving.TableInScript = Link->Inputs->TableInScript;
  auto Plan = resolve(*Records, *Wanted, Resolving);
  if (!Plan)
    return joinErrors(Plan.takeError(), unknownCallers(Link->Inputs->stockProgram()));
  if (Et.DropBackends)
    dropUnusedBackends(*Plan, Link->Inputs->stockProgram(), *Wanted);
  for (const std::string &Note : Plan->Notes)
    errs() << "et-ld: note: " << Note << "\n";

  // The image with every kernel is what was asked for, or the first step to it.
  const bool WantsAll = !Et.hasSelection() && Et.Dropped.empty();
  const bool WantsMore = !Et.Budgets.empty() || !Et.ReportText.empty() || !Et.ReportJson.empty();
  Et.PostLink |= !Et.KeepFull.empty();
  if (WantsAll && !WantsMore && !Et.PostLink) {
    auto Full = FullLink(*Link, *Plan).run(); // its folder goes with it
    leave(std::move(Full));
  }
  if (Et.PostLink) {
    Selection Everything;
    Everything.AllOperators = true;
    auto FullPlan = resolve(*Records, Everything, Resolving);
    if (!FullPlan)
      return FullPlan.takeError();
    auto Full = FullLink(*Link, *FullPlan).run();
    if (!Full || *Full != 0 || !sys::fs::is_regular_file(Link->Command.output()))
      leave(std::move(Full));
    if (Error E = keepFullImage(Link->Command)) {
      removeOutputs(Link->Command);
      return E;
    }
  }
  auto Result = selectedLink(*Link, *Records, *Wanted, *Plan, *Budgets);
  // What is refused before its link changes nothing.
  if (Result ? *Result != 0 : Et.PostLink || Result.errorIsA<OverBudget>())
    removeOutputs(Link->Command);
  leave(std::move(Result));
}

} // namespace

int main(int Argc, char **Argv) {
  // A write beyond a file size limit is to be an error like a full disk, not the end.
  std::signal(SIGXFSZ, SIG_IGN);
  catchInterrupts();
  std::vector<std::string> Args(Argv + 1, Argv + Argc);
  leave(run(sys::path::filename(Argv[0]), Args));
}
