// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The user's link with the table of all kernels in front, as the user wrote it otherwise. The
// wrapper's own files lie in a temporary folder, whose name is in no output of the link.

#include "LinkSteps.h"

#include "Link/Closure.h"
#include "Link/DependencyFile.h"
#include "Link/InputSearch.h"
#include "Link/Lto/LlvmLto.h"
#include "Link/Relink.h"
#include "Object/RecordNames.h"
#include "Prune/PruneLink.h"
#include "Support/AtomicFiles.h"
#include "Support/Numbers.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"

#include "llvm/Support/FileSystem.h"

#include <future>

using namespace llvm;

namespace etprune {

namespace {

/// The files of the link that only the wrapper needs.
class WorkFolder {
public:
  Error create() {
    auto Created = TemporaryFolder::create("et-ld");
    if (!Created)
      return Created.takeError();
    Folder.emplace(std::move(*Created));
    if (std::error_code EC = sys::fs::create_directory(ltoFolder()))
      return createStringError("cannot create '" + ltoFolder() + "': " + EC.message());
    return Error::success();
  }
  std::string file(StringRef Name) const { return (Folder->path() + "/" + Name).str(); }
  /// For the objects that a linker's plugin makes of intermediate code.
  std::string ltoFolder() const { return file("made"); }
  bool holds(StringRef File) const { return File.starts_with(file("")); }
  /// The text without the folder's name, and with one name for every temporary file of gcc's.
  std::string without(StringRef Text) const {
    const std::string Own = file(""), Lto = ltoFolder() + "/";
    return replaceAll(Text, Own, [&](StringRef &Rest) -> StringRef {
      constexpr StringLiteral Random = "ccXXXXXX.";
      if (!Rest.consume_front(Lto)) {
        Rest = Rest.drop_front(Own.size());
        return "";
      }
      if (!Rest.starts_with("cc"))
        return "";
      Rest = Rest.substr(Random.size());
      return "lto.";
    });
  }

private:
  std::optional<TemporaryFolder> Folder;
};

class FullLink {
public:
  FullLink(CapturedLink &Link, const PrunePlan &Plan) : Link(Link), Plan(Plan) {}
  Expected<int> run();

private:
  Error writeTable();
  std::vector<std::string> arguments() const;
  Expected<ProcessResult> runLinker();
  void passOn(const ProcessResult &Result) const;
  void cleanUp(int ExitCode) const;
  Error writeResult(bool HasImage, size_t NumPackedFiles);
  Error writeOutputs();
  Error checkPlacement(const ElfImage &Image, StringRef MapText) const;
  Error recordResult();
  std::string mapPath() const {
    const LinkOperand *Map = Link.Command.last(LinkOperand::Map);
    return Map ? Map->Text : Folder.file("map");
  }
  std::string dependencyPath() const {
    const LinkOperand *File = Link.Command.last(LinkOperand::DependencyFile);
    return File ? File->Text : Folder.file("dependencies");
  }
  /// Not where a script collects the records, nor where the program registers all kernels itself.
  bool hasTableObject() const {
    return !Link.Inputs->TableInScript && !(Link.Kernels.Program && Plan.Table.empty());
  }

  CapturedLink &Link;
  const PrunePlan &Plan;
  WorkFolder Folder;
  std::optional<BundleWriter> Bundle;
};

Error FullLink::writeTable() {
  auto Target = Link.Inputs->target();
  if (!Target)
    return Target.takeError();
  auto Table = writeTableObject(Plan.Table, *Target, Link.Command.PositionIndependent);
  if (!Table)
    return Table.takeError();
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = Files.add(Folder.file(TableObjectName), StringRef(Table->data(), Table->size())))
    return E;
  return Files.commit();
}

std::vector<std::string> FullLink::arguments() const {
  const LinkCommand &Command = Link.Command;
  const auto Name = nameInImage(Link);
  const size_t TablePosition = Link.Inputs->tableArgument(Command);
  std::vector<std::string> Args;
  for (size_t I = 0; I <= Command.Arguments.size(); ++I) {
    if (I == TablePosition && hasTableObject())
      Args.push_back(Folder.file(TableObjectName));
    if (I == Command.Arguments.size())
      break;
    LinkArgument Argument = Command.Arguments[I];
    if (Name && Argument.Option && Argument.Option->Use == OptionUse::Output) {
      Argument.Value = *Name;
      Argument.write(Command.Family, Args);
    } else {
      llvm::append_range(Args, ArrayRef(Command.Args).slice(Argument.Word, Argument.Words));
    }
  }
  if (!Link.Command.last(LinkOperand::Map))
    Args.push_back("-Map=" + Folder.file("map"));
  if (!Link.Command.last(LinkOperand::DependencyFile))
    Args.push_back("--dependency-file=" + Folder.file("dependencies"));
  bool HasObjectPath = llvm::any_of(Link.Command.Operands, [](const LinkOperand &Operand) {
    return Operand.What == LinkOperand::PluginOption &&
           StringRef(Operand.Text).starts_with("obj-path=");
  });
  if (usesLlvmPlugin(Link) && !HasObjectPath) // so that the map's names are the same every time
    Args.push_back("-plugin-opt=obj-path=" + Folder.ltoFolder() + "/lto.o");
  return Args;
}

/// Writes the bundle, and without the table object's temporary name the map and the dependency file
/// that the user asked the linker for.
Error FullLink::writeOutputs() {
  AtomicFiles Files(AtomicFiles::LikeALinker);
  if (Error E = addBundle(Files, bundlePath(Link.Command.output()), *Bundle))
    return E;
  if (Link.Command.last(LinkOperand::Map)) {
    const std::string Map = Folder.without(readFile(mapPath()));
    if (Error E = Files.add(mapPath(), Map))
      return E;
  }
  if (Link.Command.last(LinkOperand::DependencyFile)) {
    std::vector<std::string> Names = parseDependencyFile(readFile(dependencyPath()));
    llvm::erase_if(Names, [&](const std::string &Name) { return Folder.holds(Name); });
    const std::string Dependencies = formatDependencyFile(Link.Command.output(), Names);
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

/// Records the image, and the input files that only the finished link tells: those of the
/// dependency file that the command does not name.
Error FullLink::recordResult() {
  const size_t NamedFiles = Link.Inputs->Files.size();
  for (const std::string &Path : parseDependencyFile(readFile(dependencyPath())))
    if (!Folder.holds(Path) && !isGccLtoObject(Path))
      if (Error E = addFound(*Link.Inputs, Path, Link.Directory))
        return E;
  // Of an archive among them the bundle takes the members that the closure marks.
  if (Link.Inputs->Files.size() != NamedFiles)
    if (auto Objects = findClosure(*Link.Inputs); !Objects)
      return Objects.takeError();
  auto Buffer = MemoryBuffer::getFile(Link.Command.output(), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return Error::success(); // the link overflowed
  auto Image = ElfImage::read((*Buffer)->getMemBufferRef());
  if (!Image)
    return Image.takeError();
  std::string Map = Folder.without(readFile(mapPath()));
  if (hasTableObject() || Link.Inputs->TableInScript)
    if (Error E = checkPlacement(*Image, Map))
      return E;
  Link.Images.push_back(recordImage(Image->summary(), std::move(Map)));
  Link.HasFullImage = true;
  return Error::success();
}

/// Runs the linker. Beside it, the linker's version is asked for and the inputs, which it does not
/// change, are packed into the bundle: both take as long as a small link.
Expected<ProcessResult> FullLink::runLinker() {
  const std::string Linker = Link.Linker.Path;
  const std::vector<std::string> Args = arguments();
  Bundle.emplace(Link);
  auto Prepared = std::async(std::launch::async, [&] {
    Error E = identify(Link);
    return E ? std::move(E) : Bundle->addFiles();
  });
  std::vector<std::string> Environment{EnglishMessages.str()};
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc) || usesLlvmPlugin(Link))
    Environment.push_back("TMPDIR=" + Folder.ltoFolder());
  auto Result = runProcess(Linker, Args, "", Environment);
  Error NotPrepared = Prepared.get();
  if (Result && !NotPrepared)
    return Result;
  if (sys::fs::is_regular_file(Link.Command.output()))
    removeOutputs(Link.Command);
  return joinErrors(Result.takeError(), std::move(NotPrepared));
}

void FullLink::passOn(const ProcessResult &Result) const {
  outs() << Folder.without(Result.Stdout);
  if (Link.Command.PrintMap && !Link.Command.last(LinkOperand::Map))
    outs() << Folder.without(readFile(mapPath()));
  errs() << Folder.without(Result.Stderr);
}

/// A linker that failed leaves no image. One that crashed may have left half of one.
void FullLink::cleanUp(int ExitCode) const {
  const std::string Image = Link.Command.output();
  if (ExitCode > 128)
    (void)sys::fs::remove(Image);
  // A bundle of the image before must not stand for this one.
  if (!sys::fs::exists(Image))
    (void)sys::fs::remove(bundlePath(Image));
}

/// Adds the image and the files that the linker found to the bundle, and writes the wrapper's
/// outputs.
Error FullLink::writeResult(bool HasImage, size_t NumPackedFiles) {
  if (HasImage)
    if (Error E = checkDependencyFile(readFile(dependencyPath())))
      return E;
  if (Error E = recordResult())
    return E;
  // Files that only the linker found may need members of the archives that are packed already.
  if (Link.Inputs->Files.size() != NumPackedFiles)
    Bundle.emplace(Link);
  return writeOutputs();
}

Expected<int> FullLink::run() {
  if (Error E = Folder.create())
    return E;
  if (hasTableObject())
    if (Error E = writeTable())
      return E;
  const size_t NumPackedFiles = Link.Inputs->Files.size();
  auto Result = runLinker();
  if (!Result)
    return Result.takeError();
  if (Result->ExitCode != 0 || !Link.Command.Et.PostLink)
    passOn(*Result);
  const bool Overflowed = Result->ExitCode != 0 && !overflowMessage(Result->Stderr).empty();
  if (Result->ExitCode != 0 && !Overflowed) {
    cleanUp(Result->ExitCode);
    return Result->ExitCode;
  }
  const std::string Image = Link.Command.output();
  if (!Overflowed && !sys::fs::is_regular_file(Image))
    return Result->ExitCode; // /dev/null, to see whether it links
  if (Overflowed && sys::fs::is_regular_file(Image))
    (void)sys::fs::remove(Image); // LLD leaves the one before, which this link did not make
  if (Error E = writeResult(!Overflowed, NumPackedFiles)) {
    removeOutputs(Link.Command);
    return E;
  }
  if (Overflowed)
    explainOverflow(Link, Plan, Result->Stderr);
  return Result->ExitCode;
}

} // namespace

Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan) {
  return Link.Inputs->IsChanged ? linkChangedInFull(Link, Plan) : FullLink(Link, Plan).run();
}

} // namespace etprune
