// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink.h"

#include "Link/CommandRules.h"
#include "Link/DependencyFile.h"
#include "Link/Plugins.h"
#include "Link/StagedInputs.h"
#include "Link/Toolchain.h"
#include "Support/Problems.h"
#include "Support/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// One run of the linker in a stage.
class Relink {
public:
  Relink(const CapturedLink &Link, const RelinkRequest &Request, const StageFolder &Stage)
      : Link(Link), Request(Request), Stage(Stage), Paths(Link, Stage),
        CompilesGcc(Link.Inputs->hasIntermediate(IntermediateCode::Gcc)),
        HasBitcode(Link.Inputs->hasIntermediate(IntermediateCode::Llvm)) {}
  Expected<RelinkResult> run();

private:
  Error layOutFiles();
  Expected<Confinement> confine() const;
  Expected<ProcessResult> runLinker() const;
  Error readOutputs(RelinkResult &Result) const;
  Error readImage(StringRef Dependencies, StringRef Map, RelinkResult &Result) const;
  std::vector<SideOutput> sideOutputs(StringRef Dependencies, StringRef Map) const;
  Error checkDependencies(StringRef Text) const;
  std::string userDependencies(StringRef Text) const;

  const CapturedLink &Link;
  const RelinkRequest &Request;
  const StageFolder &Stage;
  const RelinkPaths Paths;
  const bool CompilesGcc; ///< gcc's plugin has something to compile
  const bool HasBitcode;
};

/// The inputs first: while they are laid out, there is no output that they could replace.
Error Relink::layOutFiles() {
  if (Error E = checkLtoNames(Paths))
    return E;
  if (Error E = Stage.makeFolders(Paths.directory()))
    return E;
  if (Error E = layOutInputs(Link, Request.Edits, Stage))
    return E;
  for (const std::string &Folder : {sys::path::parent_path(Paths.importLibrary()).str(),
                                    Paths.ltoFolder(), sys::path::parent_path(Paths.image()).str()})
    if (Error E = Stage.makeFolders(Folder))
      return E;
  if (Request.TableObject.empty())
    return Error::success();
  return Stage.write(Paths.table(),
                     StringRef(Request.TableObject.data(), Request.TableObject.size()));
}

/// What the linker may do: read the toolchain and the link's shared libraries, and work in the
/// stage, for as long and as much as a link of this size does.
Expected<Confinement> Relink::confine() const {
  ToolchainAccess Access;
  if (!Link.OwnLld)
    Access.addProgram(Link.Linker.Path);
  if (CompilesGcc)
    if (Error E = allowGccLto(*Link.Gcc, Access))
      return E;
  if (Link.Gcc)
    Access.addLibrary(Link.Gcc->Plugin.Path);
  if (Link.LlvmPlugin)
    Access.addLibrary(Link.LlvmPlugin->Path);
  uint64_t Bytes = 0;
  for (const auto &File : Link.Inputs->Files) {
    if (File->What == LinkFile::SharedObject)
      Access.Files.Read.push_back(sharedObjectOfMachine(Link, *File));
    else
      Bytes += File->contents().size();
  }
  Access.Files.Write.push_back(Stage.path());
  return Confinement::create(Access.Files, linkLimits(Bytes, CompilesGcc || HasBitcode));
}

Expected<ProcessResult> Relink::runLinker() const {
  const std::vector<std::string> Args =
      relinkArguments(Paths, {!Request.TableObject.empty(), Request.NoKernels,
                              Request.AddGcSections, Request.PrintGcSections});
  std::vector<std::string> Environment = Link.Environment;
  Environment.push_back(EnglishMessages.str());
  // Without them, no plugin runs anything.
  llvm::append_range(Environment, CompilesGcc ? gccLtoEnvironment(*Link.Gcc, Paths.ltoFolder(),
                                                                  Stage.Root, Link.Directory)
                                              : withoutGccVariables());
  Environment.push_back("TMPDIR=" + Paths.ltoFolder());
  auto Confined = confine();
  if (!Confined)
    return Confined.takeError();
  if (Link.OwnLld)
    return Link.OwnLld->link(Link.Linker.Path, Args, Paths.directory(), Environment, *Confined);
  return runProcess(Link.Linker.Path, Args, Paths.directory(), Environment, &*Confined);
}

Error Relink::checkDependencies(StringRef Text) const {
  Problems Unknown;
  for (const std::string &Path : parseDependencyFile(Text))
    if (!Stage.holds(Paths.resolve(Path)) && !Paths.isSharedObject(Path) && Path != Paths.table() &&
        !isLtoFile(Paths, Path))
      Unknown.add("the linker read '" + Path +
                  "', which the link bundle does not hold; link the program again");
  return Unknown.take();
}

/// The dependency file as the user's own link would have written it.
std::string Relink::userDependencies(StringRef Text) const {
  std::vector<std::string> Names;
  for (const std::string &Name : parseDependencyFile(Text))
    if (Name != Paths.table() && !isLtoFile(Paths, Name))
      Names.push_back(Paths.withoutStage(Name));
  return formatDependencyFile(Link.Command.output(), Names);
}

/// What a successful link made. `Map` is as the linker wrote it.
Error Relink::readImage(StringRef Dependencies, StringRef Map, RelinkResult &Result) const {
  auto Image = MemoryBuffer::getFile(Paths.image(), /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!Image)
    return createStringError("the linker '" + Link.Linker.Path + "' wrote no image");
  if (Error E = checkDependencyFile(Dependencies))
    return E;
  if (Error E = checkDependencies(Dependencies))
    return E;
  auto Objects = readLtoObjects(Paths, Dependencies, Map);
  if (!Objects)
    return Objects.takeError();
  Result.Image = std::move(*Image);
  Result.LtoObjects = std::move(*Objects);
  return Error::success();
}

std::vector<SideOutput> Relink::sideOutputs(StringRef Dependencies, StringRef Map) const {
  std::vector<SideOutput> Outputs;
  auto Add = [&](LinkOperand::Kind Kind, auto Contents) {
    if (const LinkOperand *Operand = Link.Command.last(Kind))
      Outputs.push_back({Kind, Operand->Text, Contents()});
  };
  Add(LinkOperand::Map, [&] { return Map.str(); });
  Add(LinkOperand::DependencyFile, [&] { return userDependencies(Dependencies); });
  Add(LinkOperand::ImportLibrary, [&] { return Stage.read(Paths.importLibrary()); });
  return Outputs;
}

Error Relink::readOutputs(RelinkResult &Result) const {
  const std::string Dependencies = Stage.read(Paths.dependencies());
  const std::string Map = Stage.read(Paths.map());
  if (Result.ExitCode == 0)
    if (Error E = readImage(Dependencies, Map, Result))
      return E;
  Result.Map = withoutDebugNames(Paths, Dependencies, Paths.withoutStage(Map));
  if (Link.Command.PrintMap && !Link.Command.last(LinkOperand::Map))
    Result.Stdout += Result.Map;
  Result.SideOutputs = sideOutputs(Dependencies, Result.Map);
  return Error::success();
}

Expected<RelinkResult> Relink::run() {
  if (Error E = layOutFiles())
    return E;
  auto Process = runLinker();
  if (!Process)
    return Process.takeError();
  RelinkResult Result;
  Result.ExitCode = Process->ExitCode;
  Result.Stdout = Paths.withoutStage(Process->Stdout);
  Result.Stderr = Paths.withoutStage(Process->Stderr);
  if (Error E = readOutputs(Result))
    return E;
  return Result;
}

} // namespace

Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request) {
  if (Error E = checkCommand(Link.Command, familyOf(Link.Linker.kind()), Link.Directory))
    return E;
  if (!Link.PluginsChecked)
    if (Error E = checkPlugins(Link))
      return E;
  auto Stage = StageFolder::create();
  if (!Stage)
    return Stage.takeError();
  return Relink(Link, Request, **Stage).run();
}

} // namespace etprune
