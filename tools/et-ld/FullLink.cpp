// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the user's link command with one more input: the registration table of all kernels. The
// wrapper's own files are in a temporary folder. No output of the link contains the folder's name.

#include "LinkSteps.h"

#include "Link/Bundle/OwnBundles.h"
#include "Link/Inputs/Closure.h"
#include "Link/Inputs/InputSearch.h"
#include "Link/Relink/DependencyFile.h"
#include "Object/RecordNames.h"
#include "Prune/PruneLink.h"
#include "Support/AtomicFiles.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Process.h"
#include "Support/TemporaryFolder.h"
#include "Support/Try.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace etprune {

namespace {

class WorkFolder {
public:
  /// Uses memory if possible: on a disk, thousands of small writes of the linker's map are slow.
  Error create(const LinkInputs &Inputs) {
    uint64_t Bytes = 0;
    for (const auto &File : Inputs.Files)
      Bytes += File->contents().size();
    const std::string InMemory = temporaryFolderInMemory(Bytes);
    ASSIGN_OR_RETURN(auto Created, TemporaryFolder::create(
                                       "et-ld", InMemory.empty() ? temporaryFolder() : InMemory));
    Folder.emplace(std::move(Created));
    if (std::error_code EC = sys::fs::create_directory(ltoFolder()))
      return createStringError("cannot create '" + ltoFolder() + "': " + EC.message());
    return Error::success();
  }
  std::string file(StringRef Name) const { return (Folder->path() + "/" + Name).str(); }
  /// The folder for the objects that a linker's plugin makes from intermediate code.
  std::string ltoFolder() const { return file("made"); }
  bool holds(StringRef File) const { return File.starts_with(file("")); }
  /// Removes the temporary folder's name from the text. Replaces the random part of the names of
  /// gcc's temporary files, ccXXXXXX, by "lto".
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
  Expected<int> run(bool IsLast);

private:
  Error writeTable();
  Expected<ProcessResult> runLinker();
  void passOn(const ProcessResult &Result) const;
  Error packFiles();
  Error writeResult(bool HasImage);
  Error writeOutputs();
  Error recordFoundFiles();
  Error recordImage();
  std::vector<std::string> arguments() const;
  std::string mapPath() const;
  /// The linker's map, in which the bundle's names replace this machine's paths (LinkNames).
  std::string recordedMap() const { return Link.Names.text(Folder.without(readFile(mapPath()))); }
  std::string dependencyPath() const {
    const LinkOperand *File = Link.Command.last(OptionUse::DependencyFile);
    return File ? File->Text : Folder.file("dependencies");
  }
  /// There is no table object if a script collects the records, or if the program registers all
  /// kernels itself.
  bool hasTableObject() const {
    return !Link.Inputs->TableInScript && !(Link.Kernels.Program && Plan.Table.empty());
  }

  CapturedLink &Link;
  const PrunePlan &Plan;
  WorkFolder Folder;
  std::optional<BundleWriter> Bundle;
};

/// The user's -Map=FILE. A temporary file without -Map, or if FILE is not regular, as /dev/null.
std::string FullLink::mapPath() const {
  const auto Wanted = Link.Command.mapPath();
  return Wanted && (!sys::fs::exists(*Wanted) || sys::fs::is_regular_file(*Wanted))
             ? *Wanted
             : Folder.file("map");
}

Error FullLink::writeTable() {
  ASSIGN_OR_RETURN(auto Target, Link.Inputs->target());
  ASSIGN_OR_RETURN(auto Table,
                   writeTableObject(Plan.Table, Target, Link.Command.PositionIndependent));
  return AtomicFiles::write(AtomicFiles::LikeALinker, Folder.file(TableObjectName),
                            StringRef(Table.data(), Table.size()));
}

/// The user's arguments, the table object, and options for the files that the wrapper needs.
std::vector<std::string> FullLink::arguments() const {
  const LinkCommand &Command = Link.Command;
  const auto Name = nameInImage(Link);
  const std::string Map = mapPath();
  const size_t TablePosition = Link.Inputs->tableArgument(Command);
  std::vector<std::string> Args;
  for (size_t I = 0; I <= Command.Arguments.size(); ++I) {
    if (I == TablePosition && hasTableObject())
      Args.push_back(Folder.file(TableObjectName));
    if (I == Command.Arguments.size())
      break;
    LinkArgument Argument = Command.Arguments[I];
    if (Argument.Option && Argument.Option->Use == OptionUse::Map && Folder.holds(Map))
      continue;
    if (Name && Argument.Option && Argument.Option->Use == OptionUse::Output) {
      Argument.Value = *Name;
      Command.Linker->write(Argument, Args);
    } else {
      llvm::append_range(Args, ArrayRef(Command.Args).slice(Argument.Word, Argument.Words));
    }
  }
  if (Folder.holds(Map))
    Args.push_back("-Map=" + Map);
  if (const StringRef Option = Link.Inputs->Linker.ShortMapOption;
      !Option.empty() && !Command.wantsMap())
    Args.push_back(Option.str());
  if (!Command.last(OptionUse::DependencyFile))
    Args.push_back("--dependency-file=" + Folder.file("dependencies"));
  bool HasObjectPath = llvm::any_of(Command.Operands, [](const LinkOperand &Operand) {
    return Operand.What == OptionUse::PluginOption &&
           StringRef(Operand.Text).starts_with("obj-path=");
  });
  if (usesLlvmPlugin(Link) && !HasObjectPath) // otherwise, the map has random names
    Args.push_back("-plugin-opt=obj-path=" + Folder.ltoFolder() + "/lto.o");
  return Args;
}

/// Writes the bundle, the map and the dependency file without the temporary folder's name.
Error FullLink::writeOutputs() {
  AtomicFiles Outputs(AtomicFiles::LikeALinker);
  RETURN_IF_ERROR(addBundle(Outputs, bundlePath(Link.Command.output()), *Bundle));
  if (const auto Path = Link.Command.mapPath())
    RETURN_IF_ERROR(Outputs.add(*Path, recordedMap()));
  if (Link.Command.last(OptionUse::DependencyFile)) {
    std::vector<std::string> Names = parseDependencyFile(readFile(dependencyPath()));
    llvm::erase_if(Names, [&](const std::string &Name) { return Folder.holds(Name); });
    for (std::string &Name : Names)
      Name = Link.Names.file(Name);
    const std::string Dependencies = formatDependencyFile(Link.Command.output(), Names);
    RETURN_IF_ERROR(Outputs.add(dependencyPath(), Dependencies));
  }
  RETURN_IF_ERROR(Outputs.commit());
  rememberBundle(bundlePath(Link.Command.output()));
  return Error::success();
}

/// Records the input files that are in the dependency file, but not in the command.
Error FullLink::recordFoundFiles() {
  const size_t NamedFiles = Link.Inputs->Files.size();
  for (const std::string &Path : parseDependencyFile(readFile(dependencyPath())))
    if (!Folder.holds(Path) && !isGccLtoObject(Path))
      RETURN_IF_ERROR(addFound(*Link.Inputs, Path, Link.Names));
  if (Link.Inputs->Files.size() == NamedFiles)
    return Error::success();
  // The found files may need archive members that packFiles() left out, so pack all files again.
  if (auto Objects = findClosure(*Link.Inputs); !Objects)
    return Objects.takeError();
  return packFiles();
}

Error FullLink::recordImage() {
  const std::string &Path = Link.Command.output();
  auto Buffer = mapFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path + "': " + Buffer.getError().message());
  ASSIGN_OR_RETURN(auto Image, ElfImage::read((*Buffer)->getMemBufferRef()));
  Link.Images.push_back(etprune::recordImage(Image.summary(), recordedMap()));
  Link.HasFullImage = true;
  if (!hasTableObject() && !Link.Inputs->TableInScript)
    return Error::success();
  ASSIGN_OR_RETURN(auto Map, readMap(Link, Link.Images.back().Map, "the link's map"));
  ASSIGN_OR_RETURN(auto Table, findKernelTable(Image, &Map));
  return checkTablePlacement(Image, Map, Table);
}

Error FullLink::packFiles() {
  Bundle.emplace(Link);
  return Bundle->addFiles();
}

/// While the linker runs, a thread identifies the linker and packs the inputs, to save time.
Expected<ProcessResult> FullLink::runLinker() {
  std::vector<std::string> Environment = linkerEnvironment();
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc) || usesLlvmPlugin(Link))
    Environment.push_back("TMPDIR=" + Folder.ltoFolder());
  const std::string Linker = Link.Linker.Path; // a copy, because identify() changes Link.Linker
  const std::vector<std::string> Args = arguments();
  auto Prepared = beside([&] {
    Error E = identify(Link);
    return E ? std::move(E) : packFiles();
  });
  auto Result = runProcess(Linker, Args, "", Environment);
  Error NotPrepared = Prepared.get();
  if (Result && !NotPrepared)
    return Result;
  if (sys::fs::is_regular_file(Link.Command.output()))
    removeOutputs(Link.Command.output());
  return joinErrors(Result.takeError(), std::move(NotPrepared));
}

void FullLink::passOn(const ProcessResult &Result) const {
  outs() << Folder.without(Result.Stdout);
  if (Link.Command.PrintMap && !Link.Command.last(OptionUse::Map))
    outs() << recordedMap();
  errs() << Folder.without(Result.Stderr);
}

/// Adds the image and the found files to the bundle, and writes the wrapper's outputs.
Error FullLink::writeResult(bool HasImage) {
  if (HasImage)
    RETURN_IF_ERROR(checkDependencyFile(readFile(dependencyPath())));
  RETURN_IF_ERROR(recordFoundFiles());
  if (HasImage)
    RETURN_IF_ERROR(recordImage());
  return writeOutputs();
}

Expected<int> FullLink::run(bool IsLast) {
  RETURN_IF_ERROR(Folder.create(*Link.Inputs));
  if (hasTableObject())
    RETURN_IF_ERROR(writeTable());
  ASSIGN_OR_RETURN(auto Result, runLinker());
  if (Result.ExitCode != 0 || IsLast)
    passOn(Result);
  const bool Overflowed =
      Result.ExitCode != 0 && !Link.Inputs->Linker.overflowMessage(Result.Stderr).empty();
  const std::string Image = Link.Command.output();
  if (Result.ExitCode != 0 && !Overflowed) {
    if (Result.ExitCode > 128) // a crashed linker may leave half an image
      (void)sys::fs::remove(Image);
    if (!sys::fs::exists(Image)) // a bundle without its image is useless
      (void)sys::fs::remove(bundlePath(Image));
    return Result.ExitCode;
  }
  if (!Overflowed && !sys::fs::is_regular_file(Image))
    return Result.ExitCode; // the image is /dev/null: the user only tests the link
  if (Overflowed && sys::fs::is_regular_file(Image))
    (void)sys::fs::remove(Image); // LLD leaves the old image in place
  if (Error E = writeResult(!Overflowed)) {
    removeOutputs(Image);
    return E;
  }
  if (Overflowed)
    explainOverflow(Link, Plan, Result.Stderr, /*IsSelected=*/false);
  return Result.ExitCode;
}

} // namespace

Expected<int> linkInFull(CapturedLink &Link, const PrunePlan &Plan, bool IsLast) {
  return Link.Inputs->IsChanged ? linkChangedInFull(Link, Plan, IsLast)
                                : FullLink(Link, Plan).run(IsLast);
}

} // namespace etprune
