// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/StagedInputs.h"

#include "Link/Inputs/ReducedArchive.h"
#include "Link/Script/LinkerScript.h"
#include "Object/NamesOnly.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Process.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

#include <iterator>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

/// Links a shared library of this machine into the stage, if it has the recorded contents.
Error linkSharedObject(const LinkFile &File, StringRef StagePath, const RelinkPaths &Paths) {
  const std::string Real = sharedObjectOfMachine(Paths.Link, File);
  if (Error E = joinErrors(checkInterrupted(), checkIsProgramFile(Real)))
    return E;
  auto Buffer = MemoryBuffer::getFile(Real, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read the shared library '" + Real +
                             "' of the link: " + Buffer.getError().message());
  if (hashOfContents((*Buffer)->getBuffer()) != File.hash())
    return createStringError("the shared library '" + Real +
                             "' is not the one that the program was linked with; link it again");
  // "/usr/lib" and "//usr/lib" are one folder.
  if (std::error_code EC = sys::fs::create_link(Real, StagePath);
      EC && EC != std::errc::file_exists)
    return createStringError("cannot create '" + StagePath + "': " + EC.message());
  return Error::success();
}

bool liesInSysroot(StringRef Path, const LinkCommand &Command) {
  const LinkOperand *Sysroot = Command.last(LinkOperand::Sysroot);
  if (!Sysroot)
    return false;
  SmallString<256> Root(LinkFolder), Plain(LinkFolder);
  sys::path::append(Root, withoutLinkFolder(Sysroot->Text));
  sys::path::append(Plain, Path);
  sys::path::remove_dots(Root, /*remove_dot_dot=*/true);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  StringRef Rest = Plain;
  return Rest.consume_front(Root) && (Root == "/" || Rest.starts_with("/"));
}

/// A script's copy with absolute file names changed to paths in the stage.
std::string stagedScript(const LinkFile &File, const RelinkPaths &Paths) {
  const StringRef Text = File.contents();
  const LinkerScript Script = LinkerScript::parse(Text);
  std::set<std::string, std::greater<std::string>> Names; // a name before its prefixes
  auto AddAbsolute = [&](ArrayRef<std::string> Files) {
    llvm::copy_if(Files, std::inserter(Names, Names.end()),
                  [](StringRef Name) { return sys::path::is_absolute(Name); });
  };
  AddAbsolute(Script.Includes);
  // A script in the sysroot names files in the sysroot; --sysroot already leads into the stage.
  if (!liesInSysroot(File.Path, Paths.Link.Command))
    AddAbsolute(Script.Inputs);
  // Replace in one pass: a path may be part of another path, and must not be replaced there.
  std::string Staged;
  for (StringRef Rest = Text; !Rest.empty();) {
    const bool AtWord =
        Staged.empty() || !(isAlnum(Staged.back()) || StringRef("_.-+~/").contains(Staged.back()));
    auto Name = AtWord && Rest[0] == '/'
                    ? llvm::find_if(Names, [&](StringRef N) { return Rest.starts_with(N); })
                    : Names.end();
    const StringRef Piece = Rest.take_front(Name == Names.end() ? 1 : Name->size());
    if (Name != Names.end())
      Staged += Paths.Stage.Root;
    Staged += Piece;
    Rest = Rest.drop_front(Piece.size());
  }
  return Staged;
}

/// A file's contents in the stage: text or an archive. Points into the link, or into the buffers.
struct StagedContents {
  StringRef Text;
  std::optional<ReducedArchive> Archive;
  std::vector<std::unique_ptr<MemoryBuffer>> Buffers;

  Error write(const StageFolder &Stage, StringRef Path) const {
    return Stage.write(Path, [&](raw_ostream &Out) {
      if (Archive)
        Archive->write(Out);
      else
        Out << Text;
    });
  }
};

/// Adds the contents of any file except a shared library to `Staged`.
Error stageContents(const LinkFile &File, const EditMap *Edits,
                    const DenseSet<const InputObject *> *Loadable, const RelinkPaths &Paths,
                    StagedContents &Staged) {
  const bool EntersSymbols = Paths.Link.Inputs->Linker.EntersArchiveSymbols;
  auto Own = [&](const LinkMember &Member, SmallVector<char, 0> Bytes) {
    Staged.Buffers.push_back(std::make_unique<SmallVectorMemoryBuffer>(
        std::move(Bytes), Member.Buffer.getBufferIdentifier(), /*RequiresNullTerminator=*/false));
    return Staged.Buffers.back()->getMemBufferRef();
  };
  auto Edited = [&](const LinkMember &Member) -> MemoryBufferRef {
    if (!Edits || !Member.Object)
      return Member.Buffer;
    auto Found = Edits->find(Member.Object.get());
    if (Found == Edits->end() || Found->second.empty())
      return Member.Buffer;
    return Own(Member, editedObject(*Member.Object, Found->second));
  };
  auto IsNotLoaded = [&](const LinkMember &Member) {
    const InputObject *Object = Member.Object.get();
    return Loadable && !Loadable->contains(Object) &&
           (!EntersSymbols || (Object && Object->Intermediate == IntermediateCode::None));
  };
  if (File.What == LinkFile::Object) {
    Staged.Text = Edited(File.Members[0]).getBuffer();
  } else if (File.What == LinkFile::Archive) {
    // Linkers without EntersArchiveSymbols always open the first member.
    auto Contents = [&](const LinkMember &Member) -> std::optional<MemoryBufferRef> {
      if (!IsNotLoaded(Member))
        return Edited(Member);
      if (EntersSymbols)
        return Own(Member, namesOnly(*Member.Object));
      if (&Member == &File.Members.front())
        return Member.Buffer;
      return std::nullopt;
    };
    auto Reduced = ReducedArchive::create(File, Contents, [&](const LinkMember &Member) {
      return EntersSymbols || !IsNotLoaded(Member);
    });
    if (!Reduced)
      return Reduced.takeError();
    Staged.Archive = std::move(*Reduced);
  } else if (File.What == LinkFile::Script) {
    Staged.Buffers.push_back(MemoryBuffer::getMemBufferCopy(stagedScript(File, Paths)));
    Staged.Text = Staged.Buffers.back()->getBuffer();
  } else {
    Staged.Text = File.contents();
  }
  return Error::success();
}

Error layOut(const LinkFile &File, StringRef StagePath, const EditMap *Edits,
             const DenseSet<const InputObject *> *Loadable, const RelinkPaths &Paths) {
  if (File.What == LinkFile::SharedObject)
    return linkSharedObject(File, StagePath, Paths);
  StagedContents Staged;
  if (Error E = stageContents(File, Edits, Loadable, Paths, Staged))
    return E;
  return Staged.write(Paths.Stage, StagePath);
}

/// Makes the folder of a file. True if another file has the same path in the stage, which has no
/// symbolic links.
Expected<bool> makeRoom(StringRef StagePath, const LinkFile &File, const RelinkPaths &Paths,
                        StringSet<> &Taken) {
  if (!Paths.Stage.holds(StagePath))
    return createStringError("the path '" + File.Path + "' leads out of every folder");
  if (Error E = Paths.Stage.makeFolders(sys::path::parent_path(StagePath)))
    return E;
  SmallString<256> Plain(StagePath);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  return !Taken.insert(Plain).second;
}

} // namespace

std::string sharedObjectOfMachine(const RecordedLink &Link, const LinkFile &File) {
  return realPath(Link.Names.onMachine(File.Path));
}

Error layOutInputs(const RelinkPaths &Paths, const EditMap *Edits,
                   const DenseSet<const InputObject *> *Loadable) {
  const auto &Files = Paths.Link.Inputs->Files;
  std::vector<std::string> StagePaths;
  StringSet<> Taken;
  bool AreApart = true;
  for (const auto &File : Files) {
    StagePaths.push_back(Paths.staged(File->Path));
    auto IsShared = makeRoom(StagePaths.back(), *File, Paths, Taken);
    if (!IsShared)
      return IsShared.takeError();
    AreApart &= !*IsShared;
  }
  auto LayOut = [&](size_t I) { return layOut(*Files[I], StagePaths[I], Edits, Loadable, Paths); };
  if (AreApart)
    return parallelForErrors(Files.size(), LayOut);
  for (size_t I = 0; I < Files.size(); ++I) // the last of several files with one path is used
    if (Error E = LayOut(I))
      return E;
  return Error::success();
}

} // namespace etprune
