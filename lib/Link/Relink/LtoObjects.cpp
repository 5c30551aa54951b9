// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/LtoObjects.h"

#include "Support/InputFile.h"

#include "llvm/Support/Path.h"

#include <set>

using namespace llvm;

namespace etprune {

bool hasLtoName(StringRef Object) {
  StringRef Name = sys::path::filename(Object);
  return isGccLtoObject(Name) || Name.starts_with("lto.o") || Name.contains(".lto.");
}

bool isLtoFile(const RelinkStage &Stage, StringRef Name) {
  if (Name.starts_with(Stage.ltoFolder() + "/"))
    return true;
  // Check the name first, because hasIntermediate() looks at every input.
  return isGccLtoObject(Name) && Stage.Link.Inputs->hasIntermediate(IntermediateCode::Gcc) &&
         !Stage.isInput(Stage.resolve(Name));
}

static std::string bitcodeObjectPrefix(const RelinkStage &Stage) {
  return Stage.Link.Inputs->Linker.bitcodeObjectPrefix(sys::path::filename(Stage.image()));
}

Error checkLtoNames(const RelinkStage &Stage) {
  const LinkInputs &Inputs = *Stage.Link.Inputs;
  const std::string Prefix = bitcodeObjectPrefix(Stage);
  if (Prefix.empty() || !Inputs.hasIntermediate(IntermediateCode::Llvm))
    return Error::success();
  for (const auto &File : Inputs.Files)
    if (File->What == LinkFile::SharedObject && sys::path::filename(File->Path).starts_with(Prefix))
      return createStringError("the shared library '" + File->Path +
                               "' has a name that the linker gives to objects compiled from "
                               "bitcode; rename the library");
  return Error::success();
}

/// The names of the objects in the map that LLD compiled from bitcode. Full LTO compiles all code
/// to "app.elf.lto.o" beside the image. ThinLTO compiles x.o to "app.elf.lto.x.o" beside x.o, and
/// archive members to similar names.
static std::vector<std::string> namesBesideInputs(const RelinkStage &Stage, StringRef Prefix,
                                                  StringRef Map) {
  const CapturedLink &Link = Stage.Link;
  std::vector<std::string> Names;
  std::set<std::string> Folders{sys::path::parent_path(Stage.OutputName).str()};
  for (const auto &File : Link.Inputs->Files) // the map has one of these two paths
    for (const std::string &Path : {File->Path, Stage.staged(File->Path)}) {
      SmallString<256> Parent(sys::path::parent_path(Path));
      sys::path::remove_dots(Parent, /*remove_dot_dot=*/true);
      Folders.insert(Parent.str().str());
    }
  for (const std::string &Path : Folders) {
    std::error_code EC;
    for (sys::fs::directory_iterator It(Stage.resolve(Path), EC), End; !EC && It != End;
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

Expected<std::vector<LtoObject>> readLtoObjects(const RelinkStage &Stage,
                                                ArrayRef<std::string> FilesRead, StringRef Map) {
  std::vector<std::string> Names; // without the objects that have only debug information
  const std::string Prefix = bitcodeObjectPrefix(Stage);
  if (Prefix.empty()) // GNU ld: its dependency file also names the objects that a plugin compiled
    llvm::copy_if(FilesRead, std::back_inserter(Names),
                  [&](StringRef Name) { return Name.starts_with(Stage.ltoFolder() + "/"); });
  else if (Stage.Link.Inputs->hasIntermediate(IntermediateCode::Llvm))
    Names = namesBesideInputs(Stage, Prefix, Map);
  std::vector<LtoObject> Objects;
  for (const std::string &Name : Names) {
    auto Buffer = mapFile(Stage.resolve(Name));
    if (!Buffer)
      return createStringError("cannot read '" + Name +
                               "', an object that the linker compiled from intermediate code: " +
                               Buffer.getError().message());
    Objects.push_back({Stage.withoutStage(Name), std::move(*Buffer)});
  }
  return Objects;
}

static std::string withOneName(StringRef Map, const StringSet<> &Objects, StringRef Name) {
  std::string Result;
  for (StringRef Line : llvm::split(Map, '\n')) {
    size_t Blank = Line.find(' ');
    while (Blank != StringRef::npos && !Objects.contains(Line.drop_front(Blank + 1)))
      Blank = Line.find(' ', Blank + 1);
    Result += Blank == StringRef::npos ? Line.str() : (Line.take_front(Blank + 1) + Name).str();
    Result += '\n';
  }
  Result.pop_back(); // split() gives a last, empty line
  return Result;
}

std::string withoutDebugNames(const RelinkStage &Stage, ArrayRef<std::string> FilesRead,
                              std::string Map) {
  StringSet<> DebugObjects;
  for (const std::string &Name : FilesRead)
    if (isLtoFile(Stage, Name) && !StringRef(Name).starts_with(Stage.ltoFolder()))
      DebugObjects.insert(Stage.withoutStage(Name));
  if (DebugObjects.empty())
    return Map;
  return withOneName(Map, DebugObjects, "lto.debug.temp.o");
}

} // namespace etprune
