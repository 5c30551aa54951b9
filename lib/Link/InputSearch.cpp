// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/InputSearch.h"

#include "Link/LinkerScript.h"

#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

namespace {

/// Looks files up as GNU ld does: names as they stand, relative to the link's folder, then the
/// library path for libraries and scripts.
class InputSearch {
public:
  InputSearch(LinkInputs &Inputs, const LinkCommand &Command, StringRef Cwd,
              const std::function<std::vector<std::string>()> &DefaultSearchDirs)
      : Inputs(Inputs), Cwd(Cwd), DefaultSearchDirs(DefaultSearchDirs) {
    for (const LinkOperand &Operand : Command.Operands) {
      if (Operand.What == LinkOperand::LibraryPath)
        Dirs.push_back(Operand.Text);
      else if (Operand.What == LinkOperand::Sysroot)
        Sysroot = Operand.Text;
    }
    for (std::string &Dir : Dirs)
      Dir = inSysroot(Dir);
  }

  Error addInput(const std::string &Path, bool WholeArchive) {
    return add(Path, WholeArchive, std::nullopt);
  }
  Error addLibrary(StringRef Name, bool WholeArchive, bool Static) {
    if (auto Path = findLibrary(Name, Static))
      return add(*Path, WholeArchive, std::nullopt);
    return Error::success(); // the linker says so
  }
  Error addScript(const std::string &Name) {
    auto Path = findScript(Name);
    return Path ? add(*Path, false, LinkFile::Script) : Error::success();
  }
  Error addAuxiliary(const std::string &Path) { return add(Path, false, LinkFile::Auxiliary); }

private:
  std::string inSysroot(StringRef Dir) const {
    if (Dir.consume_front("=") || Dir.consume_front("$SYSROOT"))
      return Sysroot + Dir.str();
    return Dir.str();
  }
  std::string resolved(const std::string &Path) const {
    if (sys::path::is_absolute(Path))
      return Path;
    SmallString<256> Full(Cwd);
    sys::path::append(Full, Path);
    return Full.str().str();
  }
  bool exists(const std::string &Path) const { return sys::fs::is_regular_file(resolved(Path)); }

  std::optional<std::string> findIn(ArrayRef<std::string> Folders, ArrayRef<std::string> Names) {
    for (const std::string &Dir : Folders)
      for (const std::string &Name : Names)
        if (exists(Dir + "/" + Name))
          return Dir + "/" + Name;
    return std::nullopt;
  }
  ArrayRef<std::string> defaultDirs() {
    if (!HaveDefaults) {
      HaveDefaults = true;
      for (const std::string &Dir : DefaultSearchDirs())
        Defaults.push_back(inSysroot(Dir));
    }
    return Defaults;
  }
  std::optional<std::string> findLibrary(StringRef Name, bool Static) {
    std::vector<std::string> Names;
    if (Name.consume_front(":"))
      Names = {Name.str()};
    else if (Static)
      Names = {("lib" + Name + ".a").str()};
    else
      Names = {("lib" + Name + ".so").str(), ("lib" + Name + ".a").str()};
    return findInLibraryPath(Names);
  }
  std::optional<std::string> findInLibraryPath(ArrayRef<std::string> Names) {
    if (auto Path = findIn(Dirs, Names))
      return Path;
    if (auto Path = findIn(ScriptDirs, Names))
      return Path;
    return findIn(defaultDirs(), Names);
  }
  std::optional<std::string> findScript(const std::string &Name) {
    if (exists(Name))
      return Name;
    if (auto Path = findIn(Dirs, Name))
      return Path;
    return findIn(ScriptDirs, Name);
  }

  Error add(const std::string &Path, bool WholeArchive, std::optional<LinkFile::Kind> As);
  Error followScript(StringRef Text, StringRef Folder, bool WholeArchive);

  LinkInputs &Inputs;
  StringRef Cwd;
  const std::function<std::vector<std::string>()> &DefaultSearchDirs;
  std::vector<std::string> Dirs, ScriptDirs, Defaults;
  bool HaveDefaults = false;
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
  if (LinkFile *Known = Inputs.find(Path, Cwd)) {
    Known->WholeArchive |= WholeArchive;
    return Error::success();
  }
  if (!exists(Path))
    return Error::success(); // the linker says so
  auto Buffer = MemoryBuffer::getFile(resolved(Path), /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read '" + Path + "': " + Buffer.getError().message());
  const LinkFile::Kind What = As ? *As : kindOf((*Buffer)->getBuffer());
  if (Error E = Inputs.addFile({Path, What, std::move(*Buffer), WholeArchive}))
    return E;
  if (What != LinkFile::Script)
    return Error::success();
  return followScript(Inputs.Files.back()->contents(), sys::path::parent_path(Path), WholeArchive);
}

Error InputSearch::followScript(StringRef Text, StringRef Folder, bool WholeArchive) {
  LinkerScript Script = LinkerScript::parse(Text);
  for (const std::string &Dir : Script.SearchDirs)
    ScriptDirs.push_back(inSysroot(Dir));
  for (const std::string &Include : Script.Includes)
    if (Error E = addScript(Include))
      return E;
  for (const std::string &Input : Script.Inputs) {
    if (StringRef(Input).starts_with("-l")) {
      if (Error E = addLibrary(StringRef(Input).drop_front(2), WholeArchive, false))
        return E;
      continue;
    }
    std::string Path = inSysroot(Input);
    if (!exists(Path))
      for (const std::string &Try :
           {Sysroot + Path, Folder.empty() ? Path : (Folder + "/" + Path).str()})
        if (exists(Try)) {
          Path = Try;
          break;
        }
    if (!exists(Path))
      if (auto Found = findInLibraryPath(Path))
        Path = *Found;
    if (Error E = addInput(Path, WholeArchive))
      return E;
  }
  if (Inputs.IsLld)
    return Error::success();
  for (const std::string &Name : Script.SectionFiles) {
    auto Path = exists(Name) ? Name : findInLibraryPath(Name);
    if (!Path)
      continue;
    if (Error E = addInput(*Path, /*WholeArchive=*/false))
      return E;
  }
  return Error::success();
}

} // namespace

std::unique_ptr<LinkInputs>
openInputs(const LinkCommand &Command, StringRef Cwd,
           const std::function<std::vector<std::string>()> &DefaultSearchDirs, LinkerKind Linker) {
  auto Inputs = std::make_unique<LinkInputs>(Command, Linker);
  InputSearch Search(*Inputs, Command, Cwd, DefaultSearchDirs);
  for (const LinkOperand &Operand : Command.Operands) {
    Error E = Error::success();
    if (Operand.What == LinkOperand::Input)
      E = Search.addInput(Operand.Text, Operand.WholeArchive);
    else if (Operand.What == LinkOperand::Library)
      E = Search.addLibrary(Operand.Text, Operand.WholeArchive, Operand.Static);
    else if (Operand.What == LinkOperand::Script)
      E = Search.addScript(Operand.Text);
    else if (Operand.What == LinkOperand::Auxiliary)
      E = Search.addAuxiliary(Operand.Text);
    if (E)
      Inputs->noteUnreadable(std::move(E));
  }
  if (Error E = Inputs->indexNewArchives())
    Inputs->noteUnreadable(std::move(E));
  return Inputs;
}

Error addFound(LinkInputs &Inputs, const std::string &Path, StringRef Cwd) {
  if (Inputs.find(Path, Cwd))
    return Error::success();
  LinkCommand Nothing;
  Error E = InputSearch(Inputs, Nothing, Cwd, [] {
              return std::vector<std::string>();
            }).addInput(Path, /*WholeArchive=*/false);
  return joinErrors(std::move(E), Inputs.indexNewArchives());
}

} // namespace etprune
