// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Relink/StagedInputs.h"

#include "Link/Inputs/ReducedArchive.h"
#include "Link/Script/LinkerScript.h"
#include "Support/InputFile.h"
#include "Support/Parallel.h"
#include "Support/Process.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

#include <deque>
#include <set>

using namespace llvm;

namespace etprune {

namespace {

Error linkSharedObject(const LinkFile &File, StringRef StagePath, const RelinkStage &Stage) {
  const std::string Real = sharedObjectOfMachine(Stage.Link, File);
  RETURN_IF_ERROR(joinErrors(checkInterrupted(), checkIsProgramFile(Real)));
  auto Buffer = mapFile(Real);
  if (!Buffer)
    return createStringError("cannot read the shared library '" + Real +
                             "' of the link: " + Buffer.getError().message());
  if (contentHash((*Buffer)->getBuffer()) != File.hash())
    return createStringError("the shared library '" + Real +
                             "' has changed since the program was linked; link the program again");
  // The file may exist already, because "/usr/lib" and "//usr/lib" are one folder.
  if (std::error_code EC = sys::fs::create_link(Real, StagePath);
      EC && EC != std::errc::file_exists)
    return createStringError("cannot create '" + StagePath + "': " + EC.message());
  return Error::success();
}

bool liesInSysroot(StringRef Path, const LinkCommand &Command) {
  const LinkOperand *Sysroot = Command.last(OptionUse::Sysroot);
  if (!Sysroot)
    return false;
  const std::string Root = fullPath(Sysroot->Text), Full = fullPath(Path);
  StringRef Rest = Full;
  return Rest.consume_front(Root) && (Root == "/" || Rest.starts_with("/"));
}

/// The text of a script, with absolute file names changed to paths in the stage.
std::string stagedScript(const LinkFile &File, const RelinkStage &Stage) {
  const StringRef Text = File.contents();
  const LinkerScript Script = LinkerScript::parse(Text);
  std::set<std::string, std::greater<std::string>> Names; // longer names come before their prefixes
  auto AddAbsolute = [&](ArrayRef<std::string> Files) {
    llvm::copy_if(Files, std::inserter(Names, Names.end()),
                  [](StringRef Name) { return sys::path::is_absolute(Name); });
  };
  AddAbsolute(Script.Includes);
  // If the script is in the sysroot, the linker itself puts the sysroot before absolute names.
  // These names stay, because the relink's --sysroot is a path in the stage.
  if (!liesInSysroot(File.Path, Stage.Link.Command))
    AddAbsolute(Script.Inputs);
  std::string Staged;
  return replaceAll(Text, "/", [&](StringRef &Rest) -> StringRef {
    const bool IsStart = startsPath({Text.begin(), size_t(Rest.begin() - Text.begin())});
    auto Name = llvm::find_if(Names, [&](StringRef N) { return IsStart && Rest.consume_front(N); });
    Staged = Name == Names.end() ? "/" : Stage.Root + *Name;
    if (Name == Names.end())
      Rest = Rest.drop_front();
    return Staged;
  });
}

Error layOut(const LinkFile &File, StringRef StagePath, const EditMap *Edits,
             const DenseSet<const InputObject *> *Loadable, const RelinkStage &Stage) {
  const bool EntersSymbols = Stage.Link.Inputs->Linker.EntersArchiveSymbols;
  std::deque<SmallVector<char, 0>> NewContents; // a deque: Own() returns references into it
  auto Own = [&](SmallVector<char, 0> Bytes) {
    return toStringRef(NewContents.emplace_back(std::move(Bytes)));
  };
  auto Edited = [&](const LinkMember &Member) -> StringRef {
    const StringRef Bytes = Member.Buffer.getBuffer();
    if (!Edits || !Member.Object)
      return Bytes;
    auto Found = Edits->find(Member.Object.get());
    if (Found == Edits->end() || Found->second.empty())
      return Bytes;
    return Own(editedObject(*Member.Object, Found->second));
  };
  auto IsNotLoaded = [&](const LinkMember &Member) {
    const InputObject *Object = Member.Object.get();
    return Loadable && !Loadable->contains(Object) &&
           (!EntersSymbols || (Object && Object->Intermediate == IntermediateCode::None));
  };
  switch (File.What) {
  case LinkFile::SharedObject:
    return linkSharedObject(File, StagePath, Stage);
  case LinkFile::Object:
    return Stage.write(StagePath, Edited(File.Members[0]));
  case LinkFile::Script:
    return Stage.write(StagePath, stagedScript(File, Stage));
  case LinkFile::Auxiliary:
    return Stage.write(StagePath, File.contents());
  case LinkFile::Archive:
    break;
  }
  // Linkers without EntersArchiveSymbols always open the first member, so its contents must stay.
  auto Contents = [&](const LinkMember &Member) -> std::optional<StringRef> {
    if (!IsNotLoaded(Member))
      return Edited(Member);
    if (EntersSymbols)
      return Own(namesOnly(*Member.Object));
    if (&Member == &File.Members.front())
      return Member.Buffer.getBuffer();
    return std::nullopt;
  };
  auto Reduced = reduceArchive(File, Contents, [&](const LinkMember &Member) {
    return EntersSymbols || !IsNotLoaded(Member);
  });
  if (!Reduced)
    return Reduced.takeError();
  return Stage.write(StagePath, (*Reduced)->getBuffer());
}

} // namespace

std::string sharedObjectOfMachine(const RecordedLink &Link, const LinkFile &File) {
  return realPath(Link.Names.onMachine(File.Path));
}

Error layOutInputs(const RelinkStage &Stage, const EditMap *Edits,
                   const DenseSet<const InputObject *> *Loadable) {
  const auto &Files = Stage.Link.Inputs->Files;
  std::vector<std::string> StagePaths;
  StringSet<> Taken;
  bool AreApart = true;
  for (const auto &File : Files) {
    const std::string &Path = StagePaths.emplace_back(Stage.staged(File->Path));
    if (!Stage.holds(Path))
      return createStringError("the path of the input file '" + File->Path +
                               "' leads above the root folder, because the path has too many '..'; "
                               "link the program again with a shorter path");
    RETURN_IF_ERROR(Stage.makeFolders(sys::path::parent_path(Path)));
    // Different paths are different files, because the stage has no symbolic links to folders.
    AreApart &= Taken.insert(fullPath(Path)).second;
  }
  auto LayOut = [&](size_t I) { return layOut(*Files[I], StagePaths[I], Edits, Loadable, Stage); };
  if (AreApart)
    return parallelForErrors(Files.size(), LayOut);
  for (size_t I = 0; I < Files.size(); ++I) // if files share a path, the last one stays
    RETURN_IF_ERROR(LayOut(I));
  return Error::success();
}

} // namespace etprune
