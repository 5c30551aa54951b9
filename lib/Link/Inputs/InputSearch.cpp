// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/InputSearch.h"

#include "Link/Inputs/NeededLibraries.h"
#include "Link/Script/LinkerScript.h"
#include "Object/SharedLibrary.h"
#include "Support/InputFile.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

class InputSearch {
public:
  InputSearch(LinkInputs &Inputs, const LinkCommand &Command, const LinkNames &Names,
              function_ref<std::vector<std::string>()> DefaultSearchDirs)
      : Inputs(Inputs), Names(Names), DefaultSearchDirs(DefaultSearchDirs) {
    if (const LinkOperand *Operand = Command.last(LinkOperand::Sysroot))
      Sysroot = Operand->Text;
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == LinkOperand::LibraryPath)
        Dirs.push_back(inSysroot(Operand.Text));
  }

  /// Adds a file; its kind is detected from its contents unless it is given.
  Error add(const std::string &Path, bool WholeArchive = false,
            std::optional<LinkFile::Kind> As = std::nullopt);
  Error add(const LinkOperand &Operand) {
    switch (Operand.What) {
    case LinkOperand::Input:
      return add(Operand.Text, Operand.WholeArchive);
    case LinkOperand::Library:
      return addFound(findLibrary(Operand.Text, Operand.Static), Operand.WholeArchive);
    case LinkOperand::Script:
      return addScript(Operand.Text);
    case LinkOperand::Auxiliary:
      return add(Operand.Text, /*WholeArchive=*/false, LinkFile::Auxiliary);
    default:
      return Error::success();
    }
  }

  /// Adds the shared libraries that other shared libraries need. Call it after all operands.
  Error addNeeded(const LinkCommand &Command);

private:
  /// Adds a file that was found. The linker reports missing files.
  Error addFound(const std::optional<std::string> &Path, bool WholeArchive,
                 std::optional<LinkFile::Kind> As = std::nullopt) {
    return Path ? add(*Path, WholeArchive, As) : Error::success();
  }
  Error addScript(const std::string &Name) {
    return addFound(findScript(Name), /*WholeArchive=*/false, LinkFile::Script);
  }
  std::string inSysroot(StringRef Dir) const {
    if (Dir.consume_front("=") || Dir.consume_front("$SYSROOT"))
      return Sysroot + Dir.str();
    return Dir.str();
  }
  std::string resolved(const std::string &Path) const { return Names.onMachine(Path); }
  /// The recorded name of a file. A name in a script's text cannot be changed.
  std::string recordedName(const std::string &Path) const {
    return InScripts.contains(Path) ? Path : Names.file(Path);
  }
  /// True for a regular file, and for /dev/null, which linkers read as an empty file.
  bool exists(const std::string &Path) const {
    return sys::fs::is_regular_file(resolved(Path)) || Path == "/dev/null";
  }
  std::optional<std::string> findIn(ArrayRef<std::string> Folders, ArrayRef<std::string> Names) {
    for (const std::string &Dir : Folders)
      for (const std::string &Name : Names)
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
  std::optional<std::string> findLibrary(StringRef Name, bool Static) {
    if (Name.consume_front(":"))
      return findInLibraryPath(Name.str());
    const std::string Library = ("lib" + Name).str();
    if (Static)
      return findInLibraryPath(Library + ".a");
    return findInLibraryPath({Library + ".so", Library + ".a"});
  }
  /// Searches the folders that the command and its scripts name.
  std::optional<std::string> findInCommandPath(ArrayRef<std::string> Names) {
    auto Path = findIn(Dirs, Names);
    return Path ? Path : findIn(ScriptDirs, Names);
  }
  std::optional<std::string> findInLibraryPath(ArrayRef<std::string> Names) {
    auto Path = findInCommandPath(Names);
    return Path ? Path : findIn(defaultDirs(), Names);
  }
  std::optional<std::string> findScript(const std::string &Name) {
    return exists(Name) ? Name : findInCommandPath(Name);
  }

  Error followScript(StringRef Text, StringRef Folder, bool WholeArchive);

  LinkInputs &Inputs;
  const LinkNames &Names;
  StringSet<> InScripts; ///< absolute paths that scripts name
  const function_ref<std::vector<std::string>()> DefaultSearchDirs;
  std::vector<std::string> Dirs, ScriptDirs;
  std::optional<std::vector<std::string>> Defaults; ///< set at first use
  std::string Sysroot;
};

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

Error InputSearch::add(const std::string &Path, bool WholeArchive,
                       std::optional<LinkFile::Kind> As) {
  std::string Name = recordedName(Path);
  LinkFile *Known = Inputs.find(Name);
  if (Known || (Known = Inputs.find(Path))) {
    Known->IsLoadedTwice |=
        Known->What == LinkFile::Object || (WholeArchive && Known->WholeArchive);
    Known->WholeArchive |= WholeArchive;
    return Error::success();
  }
  if (!exists(Path)) // the linker reports it
    return Error::success();
  auto Buffer = mapFile(resolved(Path));
  if (!Buffer)
    return createStringError("cannot read '" + Path + "': " + Buffer.getError().message());
  const LinkFile::Kind What = As ? *As : kindOf((*Buffer)->getBuffer());
  if (What == LinkFile::SharedObject && isLoadedByPath((*Buffer)->getBuffer()) &&
      withoutLinkFolder(Path) == Path)
    Name = Path;
  if (Error E = Inputs.addFile({Name, What, std::move(*Buffer), WholeArchive}))
    return E;
  if (What != LinkFile::Script)
    return Error::success();
  return followScript(Inputs.Files.back()->contents(), sys::path::parent_path(Path), WholeArchive);
}

Error InputSearch::addNeeded(const LinkCommand &Command) {
  for (const std::string &Path :
       findNeededLibraries(Command, Inputs, Names, [&] { return defaultDirs(); }))
    if (Error E = add(Path, /*WholeArchive=*/false, LinkFile::SharedObject))
      return E;
  return Error::success();
}

Error InputSearch::followScript(StringRef Text, StringRef Folder, bool WholeArchive) {
  LinkerScript Script = LinkerScript::parse(Text);
  for (const std::string &Dir : Script.SearchDirs)
    ScriptDirs.push_back(inSysroot(Dir));
  for (const auto *List : {&Script.Includes, &Script.Inputs, &Script.SectionFiles})
    for (const std::string &Name : *List)
      if (sys::path::is_absolute(Name))
        InScripts.insert(Name);
  for (const std::string &Include : Script.Includes)
    if (Error E = addScript(Include))
      return E;
  for (const std::string &Input : Script.Inputs) {
    if (StringRef Name = Input; Name.consume_front("-l")) {
      if (Error E = addFound(findLibrary(Name, /*Static=*/false), WholeArchive))
        return E;
      continue;
    }
    const std::string Path = inSysroot(Input);
    const std::string Places[] = {Path, Sysroot + Path,
                                  Folder.empty() ? Path : (Folder + "/" + Path).str()};
    const auto *Place = llvm::find_if(Places, [&](const std::string &Try) { return exists(Try); });
    if (Error E =
            addFound(Place != std::end(Places) ? *Place : findInLibraryPath(Path), WholeArchive))
      return E;
  }
  if (!Inputs.Linker.TakesSectionFiles)
    return Error::success();
  for (const std::string &Name : Script.SectionFiles)
    if (Error E = addFound(exists(Name) ? Name : findInLibraryPath(Name), /*WholeArchive=*/false))
      return E;
  return Error::success();
}

} // namespace

std::unique_ptr<LinkInputs> openInputs(const LinkCommand &Command, const LinkNames &Names,
                                       function_ref<std::vector<std::string>()> DefaultSearchDirs) {
  auto Inputs = std::make_unique<LinkInputs>(Command);
  InputSearch Search(*Inputs, Command, Names, DefaultSearchDirs);
  for (const LinkOperand &Operand : Command.Operands)
    if (Error E = Search.add(Operand))
      Inputs->noteUnreadable(std::move(E));
  if (Inputs->Linker.ReadsNeededLibraries)
    if (Error E = Search.addNeeded(Command))
      Inputs->noteUnreadable(std::move(E));
  return Inputs;
}

Error addFound(LinkInputs &Inputs, const std::string &Path, const LinkNames &Names) {
  if (Inputs.find(Path) || Inputs.find(Names.file(Path)))
    return Error::success();
  auto NoFolders = [] { return std::vector<std::string>(); };
  Error E = InputSearch(Inputs, LinkCommand(), Names, NoFolders).add(Path);
  return joinErrors(std::move(E), Inputs.indexNewArchives());
}

} // namespace etprune
