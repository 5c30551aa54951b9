// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink.h"

#include "Link/CommandRules.h"
#include "Link/DependencyFile.h"
#include "Link/Lto/LlvmLto.h"
#include "Link/StagedInputs.h"
#include "Link/Toolchain.h"
#include "Object/RecordNames.h"
#include "Support/Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace etprune {

namespace {

/// A map in which all objects of some names have one, at the end of a line.
std::string withOneName(StringRef Map, const StringSet<> &Objects, StringRef Name) {
  std::string Result;
  while (!Map.empty()) {
    StringRef Line = Map.take_front(Map.find('\n'));
    size_t Blank = Line.find(' ');
    while (Blank != StringRef::npos && !Objects.contains(Line.drop_front(Blank + 1)))
      Blank = Line.find(' ', Blank + 1);
    if (Blank == StringRef::npos)
      Result += Line;
    else
      Result += (Line.take_front(Blank + 1) + Name).str();
    Map = Map.drop_front(Line.size());
    if (Map.consume_front("\n"))
      Result += '\n';
  }
  return Result;
}

/// Whether two paths in a stage, where no folder is a link, mean one file.
bool isSamePlace(StringRef A, StringRef B) {
  SmallString<256> PlainA(A), PlainB(B);
  sys::path::remove_dots(PlainA, /*remove_dot_dot=*/true);
  sys::path::remove_dots(PlainB, /*remove_dot_dot=*/true);
  return PlainA == PlainB;
}

/// One run of the linker in a stage.
class Relink {
public:
  Relink(const CapturedLink &Link, const RelinkRequest &Request, const Stage &Folder)
      : Link(Link), Request(Request), Folder(Folder),
        CompilesGcc(Link.Inputs->hasIntermediate(IntermediateCode::Gcc)),
        HasBitcode(Link.Inputs->hasIntermediate(IntermediateCode::Llvm)),
        OutputName(chooseOutputName()) {}
  Expected<RelinkResult> run();

private:
  Error checkNamesOfMade() const;
  Error layOutFiles();
  Expected<Confinement> confine() const;
  bool isSharedObject(StringRef Path) const {
    return llvm::any_of(Link.Inputs->Files, [&](const auto &File) {
      return File->What == LinkFile::SharedObject && File->Path == Path;
    });
  }
  Expected<std::vector<std::string>> arguments();
  std::string outputPlace(StringRef Name) const { return Folder.Outputs + "/" + Name.str(); }
  std::string chooseOutputName() const;
  std::string imagePlace() const { return readPlace(OutputName); }
  std::string tablePlace() const { return outputPlace(TableObjectName); }
  /// For what plugins make on the way.
  std::string madePlace() const { return outputPlace("made"); }
  bool isMade(StringRef Name) const;
  std::vector<std::string> madeNames(StringRef Dependencies, StringRef Map) const;
  std::string readPlace(StringRef Name) const;
  Expected<std::vector<MadeObject>> madeObjects(StringRef Dependencies, StringRef Map) const;
  std::string withoutStage(StringRef Text) const;
  Error checkDependencies(StringRef Text) const;
  std::string userDependencies(StringRef Text) const;

  const CapturedLink &Link;
  const RelinkRequest &Request;
  const Stage &Folder;
  const bool CompilesGcc; ///< gcc's plugin has something to compile
  const bool HasBitcode;
  const std::string OutputName; ///< of the image, as the linker is told it
};

/// Beside what the bundle names, where nothing that the linker reads can be meant; but an image
/// that has the name in it gets the one it had, from the link's folder.
std::string Relink::chooseOutputName() const {
  if (auto Name = nameInImage(Link)) {
    const std::string Place = Folder.place(*Name, Link.Directory);
    const bool IsFree = llvm::none_of(Link.Inputs->Files, [&](const auto &File) {
      return isSamePlace(Folder.place(File->Path, Link.Directory), Place);
    });
    if (IsFree && Folder.holds(Place))
      return *Name;
  }
  return outputPlace("image/" + sys::path::filename(Link.Command.output()).str());
}

/// LLD leaves what it made of bitcode beside the objects, under names with the image's, and would
/// write it through a link to a shared library of such a name.
Error Relink::checkNamesOfMade() const {
  const std::string Prefix = sys::path::filename(imagePlace()).str() + ".lto.";
  for (const auto &File : Link.Inputs->Files)
    if (File->What == LinkFile::SharedObject && HasBitcode &&
        sys::path::filename(File->Path).starts_with(Prefix))
      return createStringError("the shared library '" + File->Path +
                               "' has the name of an object that the linker makes of bitcode; give "
                               "it another");
  return Error::success();
}

/// The inputs first: while they are laid out, there is nothing that they could replace.
Error Relink::layOutFiles() {
  if (Error E = checkNamesOfMade())
    return E;
  if (Error E = Folder.makeFolders(Folder.Root + Link.Directory))
    return E;
  if (Error E = layOutInputs(Link, Request.Edits, Folder))
    return E;
  for (const std::string &Place :
       {outputPlace("image/x"), outputPlace("side/x"), outputPlace("made/x"), imagePlace()})
    if (Error E = Folder.makeFolders(sys::path::parent_path(Place)))
      return E;
  if (Request.TableObject.empty())
    return Error::success();
  return Folder.write(tablePlace(),
                      StringRef(Request.TableObject.data(), Request.TableObject.size()));
}

/// What the linker may do: read the toolchain and the link's shared libraries, and work in the
/// stage, for as long and as much as a link of this size does.
Expected<Confinement> Relink::confine() const {
  ToolchainAccess Access;
  if (!Link.OwnLld)
    Access.addProgram(Link.Linker.Path);
  if (CompilesGcc)
    if (Error E = Access.addGccLto(*Link.Gcc))
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
  Access.Files.Write.push_back(Folder.Folder);
  return Confinement::create(Access.Files, linkLimits(Bytes, CompilesGcc || HasBitcode));
}

Expected<std::vector<std::string>> Relink::arguments() {
  const LinkCommand &Command = Link.Command;
  // Options are for the plugin before them. LLD has none, and reads those that LLVM's would have.
  bool HasPlugin = Link.Inputs->IsLld && HasBitcode, PluginIsLlvms = Link.Inputs->IsLld;
  std::vector<LinkArgument> Arguments = Command.Arguments;
  std::vector<bool> Removed(Arguments.size());
  auto Replace = [&](const LinkOperand &Operand, const std::string &Text) {
    Arguments[Operand.Argument].Value = Text;
  };
  for (const LinkOperand &Operand : Command.Operands) {
    switch (Operand.What) {
    case LinkOperand::Input:
      // A shared library without a soname is loaded by the path that the linker was given.
      if (isSharedObject(Operand.Text))
        break;
      [[fallthrough]];
    case LinkOperand::Script:
    case LinkOperand::Auxiliary:
    case LinkOperand::LibraryPath:
    case LinkOperand::Sysroot:
      if (sys::path::is_absolute(Operand.Text))
        Replace(Operand, Folder.Root + Operand.Text);
      break;
    case LinkOperand::Output:
      Replace(Operand, OutputName);
      break;
    case LinkOperand::Map:
      Replace(Operand, outputPlace("map"));
      break;
    case LinkOperand::DependencyFile:
      Replace(Operand, outputPlace("dependencies"));
      break;
    case LinkOperand::ImportLibrary:
      Replace(Operand, outputPlace("side/implib.o"));
      break;
    case LinkOperand::Plugin:
      if (!Link.Inputs->IsLld) {
        PluginIsLlvms = isLlvmPlugin(Operand.Text);
        HasPlugin = PluginIsLlvms ? Link.LlvmPlugin.has_value() : Link.Gcc.has_value();
      }
      if (!HasPlugin || Link.Inputs->IsLld)
        Removed[Operand.Argument] = true;
      else // the file that was checked, whatever the name would mean in the stage
        Replace(Operand, PluginIsLlvms ? Link.LlvmPlugin->Path : Link.Gcc->Plugin.Path);
      break;
    case LinkOperand::PluginOption:
      if (!HasPlugin || (PluginIsLlvms && isLeftOutOfLlvmLto(Operand.Text)))
        Removed[Operand.Argument] = true;
      else if (StringRef(Operand.Text).starts_with(GccResolutionOption))
        Replace(Operand, GccResolutionOption.str() + madePlace() + "/resolution.txt");
      else if (!PluginIsLlvms && sys::path::filename(Operand.Text) == GccLtoWrapper)
        Replace(Operand, realPath(Operand.Text));
      break;
    case LinkOperand::OtherOutput: // describes the user's link
      Removed[Operand.Argument] = true;
      break;
    case LinkOperand::Library:
    case LinkOperand::NoFile:
      break;
    }
  }
  // In front of the bundle's arguments: a script may name an output of its own.
  std::vector<std::string> Result{"--output=" + OutputName, "--Map=" + outputPlace("map"),
                                  "--dependency-file=" + outputPlace("dependencies")};
  if (Request.NoKernels && Request.TableObject.empty())
    Result.push_back(("--defsym=" + NoKernelsSymbol + "=1").str());
  const size_t TablePlace = Link.Inputs->tableArgument(Command);
  for (size_t I = 0; I <= Arguments.size(); ++I) {
    if (I == TablePlace && !Request.TableObject.empty())
      Result.push_back(tablePlace());
    if (I < Arguments.size() && !Removed[I])
      Arguments[I].write(familyOf(Link.Linker.kind()), Result);
  }
  // Keeps what is made of bitcode, under names that do not change.
  if (HasBitcode)
    Result.push_back(Link.Inputs->IsLld ? "--save-temps=prelink"
                                        : "--plugin-opt=obj-path=" + madePlace() + "/lto.o");
  // Libraries that the linker found in its own folders, and those that shared libraries need, which
  // GNU ld looks into as well.
  std::set<std::string> Folders;
  for (const auto &File : Link.Inputs->Files)
    if (sys::path::is_absolute(File->Path)) {
      std::string Parent = Folder.Root + sys::path::parent_path(File->Path).str();
      Folders.insert("--library-path=" + Parent);
      if (File->What == LinkFile::SharedObject)
        Folders.insert("--rpath-link=" + Parent);
    }
  Result.insert(Result.end(), Folders.begin(), Folders.end());
  if (Request.AddGcSections)
    Result.push_back("--gc-sections");
  if (Request.PrintGcSections)
    Result.push_back("--print-gc-sections");
  return Result;
}

std::string Relink::withoutStage(StringRef Text) const {
  const std::pair<std::string, std::string> Names[] = {{imagePlace(), Link.Command.output()},
                                                       {madePlace() + "/", ""},
                                                       {tablePlace(), TableObjectName.str()},
                                                       {Folder.Root, ""},
                                                       {Folder.Folder, ""}};
  return replaceAll(Text, Folder.Folder, [&](StringRef &Rest) {
    return StringRef(
        llvm::find_if(Names, [&](const auto &N) { return Rest.consume_front(N.first); })->second);
  });
}

Error Relink::checkDependencies(StringRef Text) const {
  Error Errors = Error::success();
  for (const std::string &Path : parseDependencyFile(Text))
    if (!Folder.holds(readPlace(Path)) && !isSharedObject(Path) && Path != tablePlace() &&
        !isMade(Path))
      Errors = joinErrors(std::move(Errors),
                          createStringError("the linker read '" + Path +
                                            "', which the link bundle does not hold; link the "
                                            "program again"));
  return Errors;
}

/// Whether a file that GNU ld read is one that its plugin made for it.
bool Relink::isMade(StringRef Name) const {
  if (StringRef(Name).starts_with(madePlace() + "/"))
    return true;
  if (!CompilesGcc || !isGccLtoObject(Name))
    return false;
  std::string Place = readPlace(Name);
  return llvm::none_of(Link.Inputs->Files, [&](const auto &File) {
    return Folder.place(File->Path, Link.Directory) == Place;
  });
}

/// What was made and linked, less what holds debug information only. GNU ld reads what its plugin
/// made. LLD reads no file that it made, but leaves each: "app.elf.lto.o" for all of a program at
/// the image's place, "app.elf.lto.x.o" for an x.o beside that, and so for members of archives.
std::vector<std::string> Relink::madeNames(StringRef Dependencies, StringRef Map) const {
  std::vector<std::string> Names;
  for (const std::string &Name : parseDependencyFile(Dependencies))
    if (StringRef(Name).starts_with(madePlace() + "/"))
      Names.push_back(Name);
  if (!HasBitcode || !Link.Inputs->IsLld)
    return Names;
  std::set<std::string> Folders{sys::path::parent_path(OutputName).str()};
  for (const auto &File : Link.Inputs->Files) { // as LLD puts it
    SmallString<256> Parent(sys::path::parent_path(File->Path));
    if (sys::path::is_absolute(File->Path))
      Parent = Folder.Root + Parent.str().str();
    sys::path::remove_dots(Parent, /*remove_dot_dot=*/true);
    Folders.insert(Parent.str().str());
  }
  const std::string Prefix = sys::path::filename(imagePlace()).str() + ".lto.";
  for (const std::string &Path : Folders) {
    std::error_code EC;
    for (sys::fs::directory_iterator It(readPlace(Path), EC), End; !EC && It != End;
         It.increment(EC)) {
      SmallString<256> Name(Path);
      sys::path::append(Name, sys::path::filename(It->path()));
      if (sys::path::filename(Name).starts_with(Prefix) && Name.ends_with(".o") &&
          Map.contains((" " + Name + ":(").str()))
        Names.push_back(Name.str().str());
    }
  }
  llvm::sort(Names);
  return Names;
}

std::string Relink::readPlace(StringRef Name) const {
  return sys::path::is_absolute(Name) ? Name.str() : Folder.place(Name, Link.Directory);
}

Expected<std::vector<MadeObject>> Relink::madeObjects(StringRef Dependencies, StringRef Map) const {
  std::vector<MadeObject> Made;
  for (const std::string &Name : madeNames(Dependencies, Map)) {
    auto Buffer = MemoryBuffer::getFile(readPlace(Name), /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
    if (!Buffer)
      return createStringError("cannot read '" + Name +
                               "', which was linked: " + Buffer.getError().message());
    Made.push_back({withoutStage(Name), std::move(*Buffer)});
  }
  return Made;
}

/// The dependency file as the user's own link would have written it.
std::string Relink::userDependencies(StringRef Text) const {
  std::vector<std::string> Names;
  for (const std::string &Name : parseDependencyFile(Text))
    if (Name != tablePlace() && !isMade(Name))
      Names.push_back(withoutStage(Name));
  return formatDependencyFile(Link.Command.output(), Names);
}

Expected<RelinkResult> Relink::run() {
  if (Error E = layOutFiles())
    return E;
  auto Args = arguments();
  if (!Args)
    return Args.takeError();
  std::vector<std::string> Environment = Link.Environment;
  Environment.push_back(EnglishMessages.str());
  // Without them, no plugin runs anything.
  llvm::append_range(Environment, CompilesGcc ? gccLtoEnvironment(*Link.Gcc, madePlace(),
                                                                  Folder.Root, Link.Directory)
                                              : withoutGccVariables());
  Environment.push_back("TMPDIR=" + madePlace());
  auto Confined = confine();
  if (!Confined)
    return Confined.takeError();
  const std::string Directory = Folder.Root + Link.Directory;
  auto Process = Link.OwnLld
                     ? Link.OwnLld->link(Link.Linker.Path, *Args, Directory, Environment, *Confined)
                     : runProcess(Link.Linker.Path, *Args, Directory, Environment, &*Confined);
  if (!Process)
    return Process.takeError();

  RelinkResult Result;
  Result.ExitCode = Process->ExitCode;
  Result.Stdout = withoutStage(Process->Stdout);
  Result.Stderr = withoutStage(Process->Stderr);
  std::string Dependencies = Folder.read(outputPlace("dependencies"));
  auto Image = MemoryBuffer::getFile(imagePlace(), /*IsText=*/false,
                                     /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (Result.ExitCode == 0) {
    if (!Image)
      return createStringError("the linker '" + Link.Linker.Path + "' wrote no image");
    if (Error E = checkDependencyFile(Dependencies))
      return E;
    if (Error E = checkDependencies(Dependencies))
      return E;
  }
  const std::string Map = Folder.read(outputPlace("map"));
  Result.Map = withoutStage(Map);
  // What holds debug information is named after its origin here, and at random in the user's link.
  StringSet<> DebugObjects;
  for (const std::string &Name : parseDependencyFile(Dependencies))
    if (isMade(Name) && !StringRef(Name).starts_with(madePlace()))
      DebugObjects.insert(withoutStage(Name));
  if (!DebugObjects.empty())
    Result.Map = withOneName(Result.Map, DebugObjects, "lto.debug.temp.o");
  if (Link.Command.PrintMap && !Link.Command.last(LinkOperand::Map))
    Result.Stdout += Result.Map;
  if (Result.ExitCode == 0) {
    Result.Image = std::move(*Image);
    auto Made = madeObjects(Dependencies, Map);
    if (!Made)
      return Made.takeError();
    Result.MadeObjects = std::move(*Made);
  }

  for (LinkOperand::Kind Kind :
       {LinkOperand::Map, LinkOperand::DependencyFile, LinkOperand::ImportLibrary}) {
    const LinkOperand *Operand = Link.Command.last(Kind);
    if (!Operand)
      continue;
    std::string Contents = Kind == LinkOperand::Map ? Result.Map
                           : Kind == LinkOperand::DependencyFile
                               ? userDependencies(Dependencies)
                               : Folder.read(outputPlace("side/implib.o"));
    Result.SideOutputs.push_back({Kind, Operand->Text, std::move(Contents)});
  }
  return Result;
}

} // namespace

static Error noPlugin(StringRef What) {
  return createStringError(What + ", and its bundle does not say with which plugin it was linked; "
                                  "link the program again");
}

/// Whether the plugins of the link may be loaded, and what is compiled in it may be done again.
static Error checkPlugins(const CapturedLink &Link) {
  const bool IsLld = Link.Inputs->IsLld;
  const bool HasBitcode = Link.Inputs->hasIntermediate(IntermediateCode::Llvm);
  Error Errors = Error::success();
  if (HasBitcode && !IsLld && !Link.LlvmPlugin)
    Errors = noPlugin("the link has bitcode");
  else if (HasBitcode || Link.LlvmPlugin)
    Errors = checkLlvmLto(Link.LlvmPlugin ? &*Link.LlvmPlugin : nullptr, Link.Linker, Link.Command);
  if (!Link.Inputs->hasIntermediate(IntermediateCode::Gcc)) {
    if (Link.Gcc)
      Errors = joinErrors(std::move(Errors), checkGccDriver(*Link.Gcc, Link.Command));
    return Errors;
  }
  if (!Link.Gcc)
    return joinErrors(std::move(Errors), noPlugin("the link has gcc's intermediate code"));
  std::vector<const InputObject *> Objects;
  for (const auto &File : Link.Inputs->Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object)
        Objects.push_back(Member.Object.get());
  return joinErrors(std::move(Errors), checkGccLto(*Link.Gcc, Link.Command, Objects));
}

bool isMadeName(StringRef Object) {
  StringRef Name = sys::path::filename(Object);
  return isGccLtoObject(Name) || Name.starts_with("lto.o") || Name.contains(".lto.");
}

Error leaveOutPlugins(CapturedLink &Link) {
  auto IsCompiled = [&](IntermediateCode Which) { return Link.Inputs->hasIntermediate(Which); };
  if (Link.Inputs->IsLld || IsCompiled(IntermediateCode::Gcc) || IsCompiled(IntermediateCode::Llvm))
    return Error::success();
  Error Errors = checkPlugins(Link);
  for (const LinkOperand &Operand : Link.Command.Operands)
    if (Operand.What == LinkOperand::Plugin &&
        !(isLlvmPlugin(Operand.Text) ? Link.LlvmPlugin.has_value() : Link.Gcc.has_value()))
      Errors = joinErrors(std::move(Errors),
                          createStringError("the link bundle does not say which plugin '" +
                                            Operand.Text + "' was"));
  if (Errors) {
    Link.Gcc.reset();
    Link.LlvmPlugin.reset();
  }
  return Errors;
}

std::optional<std::string> nameInImage(const CapturedLink &Link) {
  const LinkCommand &Command = Link.Command;
  if (!Link.Inputs->IsLld || !(Command.Shared || !Command.VersionScripts.empty()) ||
      Command.HasSoname)
    return std::nullopt;
  std::string Output = Command.output();
  if (!sys::path::is_absolute(Output))
    return Output;
  auto To = make_range(sys::path::begin(Output), sys::path::end(Output));
  auto From = make_range(sys::path::begin(Link.Directory), sys::path::end(Link.Directory));
  auto [ToRest, FromRest] = std::mismatch(To.begin(), To.end(), From.begin(), From.end());
  SmallString<256> Relative;
  for (; FromRest != From.end(); ++FromRest)
    sys::path::append(Relative, "..");
  for (; ToRest != To.end(); ++ToRest)
    sys::path::append(Relative, *ToRest);
  return Relative.str().str();
}

Expected<RelinkResult> relink(const CapturedLink &Link, const RelinkRequest &Request) {
  if (Error E = checkCommand(Link.Command, familyOf(Link.Linker.kind()), Link.Directory))
    return E;
  if (Error E = checkPlugins(Link))
    return E;
  auto Folder = Stage::create();
  if (!Folder)
    return Folder.takeError();
  return Relink(Link, Request, **Folder).run();
}

} // namespace etprune
