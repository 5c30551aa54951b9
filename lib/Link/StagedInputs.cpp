// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/StagedInputs.h"

#include "Link/Bundle/ReducedArchive.h"
#include "Link/LinkerScript.h"
#include "Support/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

class StagedInputs {
public:
  StagedInputs(const CapturedLink &Link, const EditMap *Edits, const StageFolder &Stage)
      : Link(Link), Edits(Edits), Stage(Stage) {}
  Error layOut(const LinkFile &File);
  /// Fails where the link names what is no file, by ways that lead out of the stage.
  Error checkNames() const;

private:
  std::vector<std::string> searchFolders() const;
  std::string inSysroot(StringRef Path) const;
  Error checkName(StringRef Name, ArrayRef<std::string> Folders) const;
  Error linkSharedObject(const LinkFile &File, StringRef StagePath) const;
  bool liesInSysroot(StringRef Path) const;
  std::string stagedScript(const LinkFile &File) const;

  const CapturedLink &Link;
  const EditMap *Edits;
  const StageFolder &Stage;
};

Error StagedInputs::layOut(const LinkFile &File) {
  std::string StagePath = Stage.pathOf(File.Path, Link.Directory);
  if (!Stage.holds(StagePath))
    return createStringError("the path '" + File.Path + "' leads out of every folder");
  std::vector<std::unique_ptr<MemoryBuffer>> Copies;
  auto Edited = [&](const LinkMember &Member) -> MemoryBufferRef {
    if (!Edits || !Member.Object)
      return Member.Buffer;
    auto Found = Edits->find(Member.Object.get());
    if (Found == Edits->end() || Found->second.empty())
      return Member.Buffer;
    Copies.push_back(std::make_unique<SmallVectorMemoryBuffer>(
        editedObject(*Member.Object, Found->second), Member.Buffer.getBufferIdentifier(),
        /*RequiresNullTerminator=*/false));
    return Copies.back()->getMemBufferRef();
  };
  switch (File.What) {
  case LinkFile::Object:
    return Stage.write(StagePath, Edited(File.Members[0]).getBuffer());
  case LinkFile::Archive: {
    auto Reduced = reduceArchive(File, Edited);
    if (!Reduced)
      return Reduced.takeError();
    return Stage.write(StagePath, (*Reduced)->getBuffer());
  }
  case LinkFile::Script:
    return Stage.write(StagePath, stagedScript(File));
  case LinkFile::Auxiliary:
    return Stage.write(StagePath, File.contents());
  case LinkFile::SharedObject:
    return linkSharedObject(File, StagePath);
  }
  return Error::success();
}

/// A shared library is not in the bundle: the one of this machine serves, if it is the same.
Error StagedInputs::linkSharedObject(const LinkFile &File, StringRef StagePath) const {
  const std::string Real = sharedObjectOfMachine(Link, File);
  if (Error E = checkIsFile(Real))
    return E;
  auto Buffer = MemoryBuffer::getFile(Real, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read the shared library '" + Real +
                             "' of the link: " + Buffer.getError().message());
  if (hashOfContents((*Buffer)->getBuffer()) != File.hash())
    return createStringError("the shared library '" + Real +
                             "' is not the one that the program was linked with; link it again");
  if (Error E = Stage.makeFolders(sys::path::parent_path(StagePath)))
    return E;
  // "/usr/lib" and "//usr/lib" are one folder.
  if (std::error_code EC = sys::fs::create_link(Real, StagePath);
      EC && EC != std::errc::file_exists)
    return createStringError("cannot create '" + StagePath + "': " + EC.message());
  return Error::success();
}

bool StagedInputs::liesInSysroot(StringRef Path) const {
  const LinkOperand *Sysroot = Link.Command.last(LinkOperand::Sysroot);
  if (!Sysroot || !sys::path::is_absolute(Sysroot->Text) || !sys::path::is_absolute(Path))
    return false;
  SmallString<256> Root(Sysroot->Text), Plain(Path);
  sys::path::remove_dots(Root, /*remove_dot_dot=*/true);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  StringRef Rest = Plain;
  return Rest.consume_front(Root) && (Root == "/" || Rest.starts_with("/"));
}

/// A script's copy in which absolute file names lead into the stage.
std::string StagedInputs::stagedScript(const LinkFile &File) const {
  std::string Text = File.contents().str();
  LinkerScript Script = LinkerScript::parse(Text);
  std::set<std::string, std::greater<std::string>> Paths; // longest first among common prefixes
  auto AddAbsolute = [&](const std::vector<std::string> &Names) {
    for (const std::string &Name : Names)
      if (sys::path::is_absolute(Name))
        Paths.insert(Name);
  };
  AddAbsolute(Script.Includes);
  // A script that lies in the sysroot names files in it; --sysroot leads into the stage already.
  if (!liesInSysroot(File.Path))
    AddAbsolute(Script.Inputs);
  if (Paths.empty())
    return Text;
  // In one pass: a path may be part of another, and must not be replaced in it.
  std::string Staged;
  for (StringRef Rest = Text; !Rest.empty();) {
    bool AtWord =
        Staged.empty() || !(isAlnum(Staged.back()) || StringRef("_.-+~/").contains(Staged.back()));
    auto Path = AtWord && Rest[0] == '/'
                    ? llvm::find_if(Paths, [&](StringRef P) { return Rest.starts_with(P); })
                    : Paths.end();
    StringRef Piece = Rest.take_front(Path == Paths.end() ? 1 : Path->size());
    if (Path != Paths.end())
      Staged += Stage.Root;
    Staged += Piece;
    Rest = Rest.drop_front(Piece.size());
  }
  return Staged;
}

//===- Names of what is no file -------------------------------------------===//

/// The path that the linker opens for one that may begin with a sign for the sysroot.
std::string StagedInputs::inSysroot(StringRef Path) const {
  if (!Path.consume_front("=") && !Path.consume_front("$SYSROOT"))
    return Stage.pathOf(Path, Link.Directory);
  const LinkOperand *Sysroot = Link.Command.last(LinkOperand::Sysroot);
  return (Sysroot ? Stage.pathOf(Sysroot->Text, Link.Directory) : std::string()) + Path.str();
}

/// Where linkers look for libraries and scripts: their own folders have neither pipes nor devices.
std::vector<std::string> StagedInputs::searchFolders() const {
  std::vector<std::string> Folders{Stage.pathOf("", Link.Directory)};
  for (const LinkOperand &Operand : Link.Command.Operands)
    if (Operand.What == LinkOperand::LibraryPath)
      Folders.push_back(inSysroot(Operand.Text));
  for (const auto &File : Link.Inputs->Files) {
    if (File->What != LinkFile::Script)
      continue;
    Folders.push_back(sys::path::parent_path(Stage.pathOf(File->Path, Link.Directory)).str());
    for (const std::string &Dir : LinkerScript::parse(File->contents()).SearchDirs)
      Folders.push_back(sys::path::is_absolute(Dir) ? Dir : inSysroot(Dir));
  }
  llvm::sort(Folders);
  Folders.erase(std::unique(Folders.begin(), Folders.end()), Folders.end());
  return Folders;
}

Error StagedInputs::checkName(StringRef Name, ArrayRef<std::string> Folders) const {
  auto Check = [&](const std::string &StagePath) -> Error {
    SmallString<256> Real;
    if (Stage.holds(StagePath) ||
        sys::fs::real_path(StagePath, Real)) // a file that was laid out, or none
      return Error::success();
    if (Error E = checkIsFile(Real))
      return createStringError("the link names '" + Name + "': " + toString(std::move(E)) +
                               "; link the program without it");
    return Error::success();
  };
  if (Name.starts_with("=") || Name.starts_with("$SYSROOT") || sys::path::is_absolute(Name))
    return Check(inSysroot(Name));
  for (const std::string &Dir : Folders)
    if (Error E = Check((Dir + "/" + Name).str()))
      return E;
  return Error::success();
}

Error StagedInputs::checkNames() const {
  std::set<std::string> Names;
  for (const auto &File : Link.Inputs->Files)
    if (File->What == LinkFile::Script) {
      const LinkerScript Script = LinkerScript::parse(File->contents());
      for (const auto *List : {&Script.Includes, &Script.Inputs, &Script.SectionFiles})
        Names.insert(List->begin(), List->end());
    }
  for (const LinkOperand &Operand : Link.Command.Operands) {
    if (Operand.What == LinkOperand::Script || Operand.What == LinkOperand::Input)
      Names.insert(Operand.Text);
    else if (Operand.What == LinkOperand::Library)
      Names.insert("-l" + Operand.Text);
  }
  const std::vector<std::string> Folders = searchFolders();
  for (StringRef Name : Names) {
    if (Name.consume_front("-l") && !Name.consume_front(":"))
      for (StringRef Suffix : {".so", ".a"})
        if (Error E = checkName(("lib" + Name + Suffix).str(), Folders))
          return E;
    if (Error E = checkName(Name, Folders))
      return E;
  }
  return Error::success();
}

} // namespace

std::string sharedObjectOfMachine(const CapturedLink &Link, const LinkFile &File) {
  SmallString<256> Path, Real;
  if (!sys::path::is_absolute(File.Path))
    Path = Link.Directory;
  sys::path::append(Path, File.Path);
  return (sys::fs::real_path(Path, Real) ? Path : Real).str().str();
}

Error layOutInputs(const CapturedLink &Link, const EditMap *Edits, const StageFolder &Stage) {
  StagedInputs Inputs(Link, Edits, Stage);
  for (const auto &File : Link.Inputs->Files)
    if (Error E = Inputs.layOut(*File))
      return E;
  return Inputs.checkNames();
}

} // namespace etprune
