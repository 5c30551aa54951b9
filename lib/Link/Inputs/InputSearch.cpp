// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/InputSearch.h"

#include "Link/Inputs/NeededLibraries.h"
#include "Link/Script/LinkerScript.h"
#include "Object/SharedLibrary.h"
#include "Support/InputFile.h"
#include "Support/Problems.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

class InputSearch {
public:
  InputSearch(LinkInputs &Inputs, const LinkCommand &Command, const LinkNames &Names,
              function_ref<std::vector<std::string>()> DefaultSearchDirs)
      : Inputs(Inputs), Names(Names), DefaultSearchDirs(DefaultSearchDirs) {
    if (const LinkOperand *Operand = Command.last(OptionUse::Sysroot))
      Sysroot = Operand->Text;
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == OptionUse::LibraryPath)
        Dirs.push_back(inSysroot(Operand.Text));
  }

  void add(const LinkOperand &Operand);
  /// Adds a file, if the file exists. Without `As`, the file's contents decide its kind.
  void add(const std::optional<std::string> &Path, bool WholeArchive = false,
           std::optional<LinkFile::Kind> As = std::nullopt);
  void addNeeded(const LinkCommand &Command);

  Problems Errors;

private:
  void addScript(const std::string &Name) {
    add(exists(Name) ? Name : findIn(Dirs, Name), /*WholeArchive=*/false, LinkFile::Script);
  }
  std::string inSysroot(StringRef Dir) const {
    if (Dir.consume_front("=") || Dir.consume_front("$SYSROOT"))
      return Sysroot + Dir.str();
    return Dir.str();
  }
  std::string resolved(const std::string &Path) const { return Names.onMachine(Path); }
  /// The path under which a bundle records a file. A path from a linker script stays absolute,
  /// because the bundle has the unchanged text of the script.
  std::string recordedName(const std::string &Path) const {
    return InScripts.contains(Path) ? Path : Names.file(Path);
  }
  /// True for a regular file, and for /dev/null, which linkers read as an empty file.
  bool exists(const std::string &Path) const {
    return sys::fs::is_regular_file(resolved(Path)) || Path == "/dev/null";
  }
  std::optional<std::string> findIn(ArrayRef<std::string> Folders,
                                    ArrayRef<std::string> FileNames) const {
    for (const std::string &Dir : Folders)
      for (const std::string &Name : FileNames)
        if (exists(Dir + "/" + Name))
          return Dir + "/" + Name;
    return std::nullopt;
  }
  ArrayRef<std::string> defaultDirs() {
    if (!Defaults) {
      Defaults.emplace();
      for (const std::string &Dir : DefaultSearchDirs())
        Defaults->push_back(inSysroot(Dir));
    }
    return *Defaults;
  }
  std::optional<std::string> findInLibraryPath(ArrayRef<std::string> FileNames) {
    auto Path = findIn(Dirs, FileNames);
    return Path ? Path : findIn(defaultDirs(), FileNames);
  }
  std::optional<std::string> findLibrary(StringRef Name, bool Static);
  std::optional<std::string> findInput(StringRef Name, StringRef Folder);
  void followScript(StringRef Text, StringRef Folder, bool WholeArchive);

  LinkInputs &Inputs;
  const LinkNames &Names;
  StringSet<> InScripts; ///< absolute paths that scripts name
  const function_ref<std::vector<std::string>()> DefaultSearchDirs;
  std::vector<std::string> Dirs; ///< the folders of -L, then of SEARCH_DIR in scripts
  std::optional<std::vector<std::string>> Defaults; ///< the linker's own folders; set at first use
  std::string Sysroot;
};

void InputSearch::add(const LinkOperand &Operand) {
  switch (Operand.What) {
  case OptionUse::Input:
    return add(Operand.Text, Operand.WholeArchive);
  case OptionUse::Library:
    return add(findLibrary(Operand.Text, Operand.Static), Operand.WholeArchive);
  case OptionUse::Script:
    return addScript(Operand.Text);
  case OptionUse::Auxiliary:
  case OptionUse::VersionScript:
  case OptionUse::DynamicList:
    return add(Operand.Text, /*WholeArchive=*/false, LinkFile::Auxiliary);
  default:
    return;
  }
}

LinkFile::Kind kindOf(StringRef Contents) {
  switch (identify_magic(Contents)) {
  case file_magic::archive:
    return LinkFile::Archive;
  case file_magic::elf_shared_object:
    return LinkFile::SharedObject;
  case file_magic::unknown:
    return LinkFile::Script;
  default:
    return LinkFile::Object;
  }
}

void InputSearch::add(const std::optional<std::string> &Path, bool WholeArchive,
                      std::optional<LinkFile::Kind> As) {
  if (!Path)
    return;
  std::string Name = recordedName(*Path);
  LinkFile *Known = Inputs.find(Name);
  if (!Known)
    Known = Inputs.find(*Path);
  if (Known) {
    Known->IsLoadedTwice |=
        Known->What == LinkFile::Object || (WholeArchive && Known->WholeArchive);
    Known->WholeArchive |= WholeArchive;
    return;
  }
  if (!exists(*Path))
    return;
  auto Buffer = mapFile(resolved(*Path));
  if (!Buffer)
    return Errors.add("cannot read '" + *Path + "': " + Buffer.getError().message());
  const LinkFile::Kind What = As ? *As : kindOf((*Buffer)->getBuffer());
  if (What == LinkFile::SharedObject && readLoaderFacts((*Buffer)->getBuffer()).Soname.empty() &&
      withoutLinkFolder(*Path) == *Path)
    Name = *Path;
  Errors.add(Inputs.addFile({Name, What, std::move(*Buffer), WholeArchive}));
  if (What == LinkFile::Script)
    followScript(Inputs.Files.back()->contents(), sys::path::parent_path(*Path), WholeArchive);
}

void InputSearch::addNeeded(const LinkCommand &Command) {
  auto Folders = [&] { return defaultDirs(); };
  for (const std::string &Path : findNeededLibraries(Command, Inputs, Names, Folders))
    add(Path, /*WholeArchive=*/false, LinkFile::SharedObject);
}

std::optional<std::string> InputSearch::findLibrary(StringRef Name, bool Static) {
  if (Name.consume_front(":"))
    return findInLibraryPath(Name.str());
  const std::string Library = ("lib" + Name).str();
  if (Static)
    return findInLibraryPath(Library + ".a");
  return findInLibraryPath({Library + ".so", Library + ".a"});
}

std::optional<std::string> InputSearch::findInput(StringRef Name, StringRef Folder) {
  if (Name.consume_front("-l"))
    return findLibrary(Name, /*Static=*/false);
  const std::string Path = inSysroot(Name);
  for (const std::string &Place :
       {Path, Sysroot + Path, Folder.empty() ? Path : (Folder + "/" + Path).str()})
    if (exists(Place))
      return Place;
  return findInLibraryPath(Path);
}

void InputSearch::followScript(StringRef Text, StringRef Folder, bool WholeArchive) {
  LinkerScript Script = LinkerScript::parse(Text);
  for (const std::string &Dir : Script.SearchDirs)
    Dirs.push_back(inSysroot(Dir));
  for (const auto *List : {&Script.Includes, &Script.Inputs, &Script.SectionFiles})
    for (const std::string &Name : *List)
      if (sys::path::is_absolute(Name))
        InScripts.insert(Name);
  for (const std::string &Include : Script.Includes)
    addScript(Include);
  for (const std::string &Input : Script.Inputs)
    add(findInput(Input, Folder), WholeArchive);
  if (Inputs.Linker.TakesSectionFiles)
    for (const std::string &Name : Script.SectionFiles)
      add(exists(Name) ? Name : findInLibraryPath(Name));
}

} // namespace

std::unique_ptr<LinkInputs> openInputs(const LinkCommand &Command, const LinkNames &Names,
                                       function_ref<std::vector<std::string>()> DefaultSearchDirs) {
  auto Inputs = std::make_unique<LinkInputs>(Command);
  InputSearch Search(*Inputs, Command, Names, DefaultSearchDirs);
  for (const LinkOperand &Operand : Command.Operands)
    Search.add(Operand);
  if (Inputs->Linker.ReadsNeededLibraries)
    Search.addNeeded(Command);
  handleAllErrors(Search.Errors.take(), [&](const ErrorInfoBase &Info) {
    Inputs->noteUnreadable(createStringError(Info.message()));
  });
  return Inputs;
}

Error addFound(LinkInputs &Inputs, const std::string &Path, const LinkNames &Names) {
  if (Inputs.find(Path) || Inputs.find(Names.file(Path)))
    return Error::success();
  auto NoFolders = [] { return std::vector<std::string>(); };
  InputSearch Search(Inputs, LinkCommand(), Names, NoFolders);
  Search.add(Path);
  return joinErrors(Search.Errors.take(), Inputs.indexNewArchives());
}

} // namespace etprune
