// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/Relink.h"

#include "Link/Lto/LlvmLto.h"
#include "Link/Relink/DependencyFile.h"
#include "Link/Relink/StagedInputs.h"
#include "Link/Relink/Trust.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Problems.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace etprune {

namespace {

bool hasGccPlugin(const CapturedLink &Link) {
  return Link.Inputs->Linker.LoadsPlugins && Link.Gcc && Link.Gcc->Plugin;
}

/// The last plugin before the current argument. A relink drops the options of a plugin that is not
/// loaded. LLD loads no plugin, but reads the options of LLVM's plugin. `IsLlvms` is true for LLD.
struct PluginInUse {
  bool IsLoaded, IsLlvms;
};

std::optional<std::string> stagedValue(const LinkOperand &Operand, const RelinkStage &Stage,
                                       PluginInUse &Plugin) {
  const CapturedLink &Link = Stage.Link;
  const StringRef Text = Operand.Text;
  switch (Operand.What) {
  case OptionUse::Input:
    // Keep the recorded path: the image contains the path of a shared library without a soname.
    if (Stage.isSharedObject(Text))
      return Operand.Text;
    [[fallthrough]];
  case OptionUse::Script:
  case OptionUse::Auxiliary:
  case OptionUse::VersionScript:
  case OptionUse::DynamicList:
  case OptionUse::LibraryPath:
  case OptionUse::Sysroot:
    return (sys::path::is_absolute(Text) ? Stage.Root : "") + Operand.Text;
  case OptionUse::Output:
    return Stage.OutputName;
  case OptionUse::Map:
    return Stage.map();
  case OptionUse::DependencyFile:
    return Stage.dependencies();
  case OptionUse::ImportLibrary:
    return Stage.importLibrary();
  case OptionUse::Plugin: // returns the path that checkPlugins() accepted
    if (!Link.Inputs->Linker.LoadsPlugins)
      return std::nullopt;
    Plugin.IsLlvms = isLlvmPlugin(Text);
    Plugin.IsLoaded = Plugin.IsLlvms ? Link.LlvmPlugin.has_value() : hasGccPlugin(Link);
    if (!Plugin.IsLoaded)
      return std::nullopt;
    return Plugin.IsLlvms ? Link.LlvmPlugin->Path : Link.Gcc->Plugin->Path;
  case OptionUse::PluginOption:
    if (!Plugin.IsLoaded || (Plugin.IsLlvms && isLeftOutOfLlvmLto(Text)))
      return std::nullopt;
    if (Text.starts_with(GccResolutionOption))
      return GccResolutionOption.str() + Stage.ltoFolder() + "/resolution.txt";
    return !Plugin.IsLlvms && sys::path::filename(Text) == GccLtoWrapper
               ? realPath(Link.Names.onMachine(Text))
               : Operand.Text;
  case OptionUse::OtherOutput: // for example --reproduce; a relink does not write these outputs
  case OptionUse::PrintMap:    // readOutputs() adds the map to the standard output
    return std::nullopt;
  default:
    return Operand.Text;
  }
}

/// Appends the recorded arguments. Inserts et-prune's own objects where the user's link had the
/// table object.
void addRecordedArguments(const RelinkStage &Stage, ArrayRef<std::string> NewObjects,
                          std::vector<std::string> &Result) {
  const CapturedLink &Link = Stage.Link;
  const bool IsCompiler = !Link.Inputs->Linker.LoadsPlugins;
  std::vector<LinkArgument> Arguments = Link.Command.Arguments;
  std::vector<bool> IsLeftOut(Arguments.size());
  PluginInUse Plugin{IsCompiler && Link.Inputs->hasIntermediate(IntermediateCode::Llvm),
                     IsCompiler};
  for (const LinkOperand &Operand : Link.Command.Operands) {
    const auto Value = stagedValue(Operand, Stage, Plugin);
    if (!Value)
      IsLeftOut[Operand.Argument] = true;
    else if (*Value != Operand.Text)
      Arguments[Operand.Argument].Value = *Value;
  }
  const size_t TableIndex = Link.Inputs->tableArgument(Link.Command);
  for (size_t I = 0; I <= Arguments.size(); ++I) {
    if (I == TableIndex)
      llvm::append_range(Result, NewObjects);
    if (I < Arguments.size() && !IsLeftOut[I])
      Link.Linker.kind().write(Arguments[I], Result);
  }
}

/// Options to search the stage for inputs whose path is absolute or not in the command. For
/// example, -lm finds libm.a, but does not give the path. The user's linker may have found these
/// inputs in its built-in folders, but these folders are outside the stage. GNU ld also needs
/// --rpath-link, to find the libraries that a shared library needs.
std::set<std::string> libraryFolders(const RelinkStage &Stage) {
  StringSet<> Inputs;
  for (const LinkOperand &Operand : Stage.Link.Command.Operands)
    if (Operand.What == OptionUse::Input)
      Inputs.insert(withoutLinkFolder(Operand.Text));
  std::set<std::string> Folders;
  for (const auto &File : Stage.Link.Inputs->Files)
    if (sys::path::is_absolute(File->Path) || !Inputs.contains(File->Path)) {
      std::string Parent = sys::path::parent_path(Stage.staged(File->Path)).str();
      Folders.insert("--library-path=" + Parent);
      if (File->What == LinkFile::SharedObject)
        Folders.insert("--rpath-link=" + Parent);
    }
  return Folders;
}

std::vector<std::string> relinkArguments(const RelinkStage &Stage, const RelinkRequest &Request) {
  const LinkInputs &Inputs = *Stage.Link.Inputs;
  const bool HasTableObject = !Request.TableObject.empty();
  // A script's OUTPUT() must not choose the image's path. These options come first, because an
  // argument of the bundle could take a later option as its value.
  std::vector<std::string> Result{"--output=" + Stage.OutputName, "--Map=" + Stage.map(),
                                  "--dependency-file=" + Stage.dependencies()};
  if (!Inputs.Linker.ShortMapOption.empty() && !Stage.Link.Command.wantsMap())
    Result.push_back(Inputs.Linker.ShortMapOption.str());
  if (Request.NoKernels && !HasTableObject)
    Result.push_back(("--defsym=" + NoKernelsSymbol + "=1").str());
  std::vector<std::string> NewObjects;
  if (HasTableObject)
    NewObjects.push_back(Stage.table());
  for (const AddedObject &Kernels : Request.Kernels)
    NewObjects.push_back(Stage.kernels(Kernels.Name));
  addRecordedArguments(Stage, NewObjects, Result);
  // Keep the objects compiled from bitcode, under fixed names.
  if (Inputs.hasIntermediate(IntermediateCode::Llvm))
    Result.push_back(Inputs.Linker.keepBitcodeObjects(Stage.ltoFolder()));
  llvm::append_range(Result, libraryFolders(Stage));
  if (Request.AddGcSections)
    Result.push_back("--gc-sections");
  if (Request.AllowOverflow)
    Result.push_back("--noinhibit-exec");
  if (Request.PrintGcSections)
    Result.push_back("--print-gc-sections");
  return Result;
}

/// Writes the inputs before et-prune's own objects, so that no input can replace such an object.
Error layOutFiles(const RelinkStage &Stage, const RelinkRequest &Request) {
  RETURN_IF_ERROR(checkLtoNames(Stage));
  RETURN_IF_ERROR(Stage.makeFolders(Stage.directory()));
  RETURN_IF_ERROR(layOutInputs(Stage, Request.Edits, Request.Loadable));
  for (const std::string &Folder : {sys::path::parent_path(Stage.importLibrary()).str(),
                                    Stage.ltoFolder(), sys::path::parent_path(Stage.image()).str()})
    RETURN_IF_ERROR(Stage.makeFolders(Folder));
  if (!Request.TableObject.empty())
    RETURN_IF_ERROR(Stage.write(Stage.table(), toStringRef(Request.TableObject)));
  for (const AddedObject &Kernels : Request.Kernels)
    RETURN_IF_ERROR(Stage.write(Stage.kernels(Kernels.Name), toStringRef(Kernels.Bytes)));
  return Error::success();
}

uint64_t inputBytes(const LinkInputs &Inputs) {
  uint64_t Bytes = 0;
  for (const auto &File : Inputs.Files)
    if (File->What != LinkFile::SharedObject)
      Bytes += File->contents().size();
  return Bytes;
}

Expected<Confinement> confine(const RelinkStage &Stage) {
  const CapturedLink &Link = Stage.Link;
  const bool CompilesGcc = Link.Inputs->hasIntermediate(IntermediateCode::Gcc);
  ToolchainAccess Access;
  Access.addProgram(Link.Linker.Path);
  if (CompilesGcc)
    RETURN_IF_ERROR(allowGccLto(*Link.Gcc, Access));
  if (hasGccPlugin(Link))
    Access.addLibrary(Link.Gcc->Plugin->Path);
  if (Link.LlvmPlugin)
    Access.addLibrary(Link.LlvmPlugin->Path);
  for (const auto &File : Link.Inputs->Files)
    if (File->What == LinkFile::SharedObject)
      Access.Files.Read.push_back(sharedObjectOfMachine(Link, *File));
  Access.Files.Write.push_back(Stage.path());
  const bool Compiles = CompilesGcc || Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  return Confinement::create(Access.Files, linkLimits(inputBytes(*Link.Inputs), Compiles));
}

Expected<ProcessResult> runLinker(const RelinkStage &Stage, const RelinkRequest &Request,
                                  const Confinement &Confined) {
  const CapturedLink &Link = Stage.Link;
  const std::vector<std::string> Args = relinkArguments(Stage, Request);
  std::vector<std::string> Environment = Link.Environment;
  llvm::append_range(Environment, linkerEnvironment());
  // gcc's plugin runs lto-wrapper, which needs these variables to run gcc.
  if (Link.Inputs->hasIntermediate(IntermediateCode::Gcc))
    llvm::append_range(Environment, gccLtoEnvironment(*Link.Gcc, Stage.ltoFolder(), Stage.Root,
                                                      Link.Names.folder()));
  Environment.push_back("TMPDIR=" + Stage.ltoFolder());
  return runProcess(Link.Linker.Path, Args, Stage.directory(), Environment, &Confined);
}

bool isOwnObject(const RelinkStage &Stage, StringRef Path) {
  return Path == Stage.table() || Path.starts_with(Stage.kernels(NarrowedObjectPrefix));
}

Error checkDependencies(const RelinkStage &Stage, ArrayRef<std::string> FilesRead) {
  Problems Unknown;
  for (const std::string &Path : FilesRead)
    if (!Stage.holds(Stage.resolve(Path)) && !Stage.isSharedObject(Path) &&
        !isOwnObject(Stage, Path) && !isLtoFile(Stage, Path))
      Unknown.add("the linker read '" + Path +
                  "', which the link bundle does not hold; link the program again");
  return Unknown.take();
}

std::string userDependencies(const RelinkStage &Stage, ArrayRef<std::string> FilesRead) {
  std::vector<std::string> Names;
  for (const std::string &Name : FilesRead)
    if (!isOwnObject(Stage, Name) && !isLtoFile(Stage, Name))
      Names.push_back(Stage.withoutStage(Name));
  return formatDependencyFile(Stage.Link.Command.output(), Names);
}

Error readOutputs(const RelinkStage &Stage, RelinkResult &Result) {
  const LinkCommand &Command = Stage.Link.Command;
  const std::string Dependencies = Stage.read(Stage.dependencies());
  const std::string Map = Stage.read(Stage.map());
  const std::vector<std::string> FilesRead = parseDependencyFile(Dependencies);
  if (Result.ExitCode == 0) {
    auto Image = mapFile(Stage.image());
    if (!Image)
      return createStringError("the linker '" + Stage.Link.Linker.Path + "' wrote no image");
    RETURN_IF_ERROR(checkDependencyFile(Dependencies));
    RETURN_IF_ERROR(checkDependencies(Stage, FilesRead));
    ASSIGN_OR_RETURN(Result.LtoObjects, readLtoObjects(Stage, FilesRead, Map));
    Result.Image = std::move(*Image);
  }
  Result.Map = withoutDebugNames(Stage, FilesRead, Stage.withoutStage(Map));
  if (Command.PrintMap && !Command.last(OptionUse::Map))
    Result.Stdout += Result.Map;
  if (const auto Path = Command.mapPath())
    Result.SideOutputs.push_back({OptionUse::Map, *Path, Result.Map});
  if (const LinkOperand *Operand = Command.last(OptionUse::DependencyFile))
    Result.SideOutputs.push_back(
        {Operand->What, Operand->Text, userDependencies(Stage, FilesRead)});
  if (const LinkOperand *Operand = Command.last(OptionUse::ImportLibrary))
    Result.SideOutputs.push_back({Operand->What, Operand->Text, Stage.read(Stage.importLibrary())});
  return Error::success();
}

} // namespace

Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request) {
  RETURN_IF_ERROR(checkCommand(Link.Command, Link.Linker.kind()));
  RETURN_IF_ERROR(checkPlugins(Link));
  ASSIGN_OR_RETURN(auto Created, RelinkStage::create(Link, inputBytes(*Link.Inputs)));
  const RelinkStage &Stage = *Created;
  auto Confined = beside([&] { return confine(Stage); });
  Error NotLaidOut = layOutFiles(Stage, Request);
  auto MayRead = Confined.get();
  if (NotLaidOut || !MayRead)
    return joinErrors(std::move(NotLaidOut), MayRead.takeError());
  ASSIGN_OR_RETURN(auto Process, runLinker(Stage, Request, *MayRead));
  RelinkResult Result;
  Result.ExitCode = Process.ExitCode;
  Result.Stdout = Stage.withoutStage(Process.Stdout);
  Result.Stderr = Stage.withoutStage(Process.Stderr);
  RETURN_IF_ERROR(readOutputs(Stage, Result));
  return Result;
}

} // namespace etprune
