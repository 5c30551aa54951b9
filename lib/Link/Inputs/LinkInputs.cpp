// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/Inputs/LinkInputs.h"

#include "Link/Lto/LlvmLto.h"
#include "Link/Script/LinkerScript.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Object/SharedLibrary.h"
#include "Runtimes/Table/Records.h"
#include "Support/Parallel.h"
#include "Support/Problems.h"
#include "Support/Try.h"

#include "llvm/Support/Path.h"

using namespace llvm;

namespace etprune {

LinkInputs::LinkInputs(const LinkCommand &Command)
    : Linker(*Command.Linker), HasOwnEntry(Command.has(OptionUse::Entry)) {
  RootSymbols.insert(Command.RootSymbols.begin(), Command.RootSymbols.end());
  for (StringRef Pattern : Command.values(OptionUse::SymbolGlob))
    if (auto Glob = GlobPattern::create(Pattern))
      RootGlobs.push_back(std::move(*Glob));
    else // the linker reports the error
      consumeError(Glob.takeError());
  for (StringRef Script : Command.values(OptionUse::VersionScript))
    VersionScripts.insert(Script);
  if (const auto Named = Command.values(OptionUse::Entry); !Named.empty())
    Entries.push_back(Named.back().str());
  else if (!Command.Shared && !Command.last(OptionUse::Script)) // the linkers' default
    Entries.push_back("_start");
  const auto LastFirst = llvm::reverse(Command.Arguments);
  const auto Last = llvm::find_if(LastFirst, [](const LinkArgument &A) {
    return A.Option && (A.Value == "start-stop-gc" || A.Value == "nostart-stop-gc");
  });
  KeepsNamedSections =
      Linker.KeepsNamedSections && (Last == LastFirst.end() || Last->Value == "nostart-stop-gc");
  if (!Linker.LoadsPlugins)
    TakesLlvmCode = Command.isOn(OptionUse::FatLto, OptionUse::NoFatLto);
  else
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == OptionUse::Plugin)
        (isLlvmPlugin(Operand.Text) ? TakesLlvmCode : TakesGccCode) = true;
}

Expected<std::unique_ptr<LinkInputs>> LinkInputs::fromFiles(const LinkCommand &Command,
                                                            std::vector<LinkFile> Files) {
  auto Inputs = std::make_unique<LinkInputs>(Command);
  Problems Errors;
  for (LinkFile &File : Files)
    Errors.add(Inputs->addFile(std::move(File)));
  Errors.add(Inputs->indexNewArchives());
  return Errors.takeOr(std::move(Inputs));
}

LinkFile *LinkInputs::find(StringRef Path) const { return ByPath.lookup(fullPath(Path)); }

Error LinkInputs::addFile(LinkFile NewFile) {
  Files.push_back(std::make_unique<LinkFile>(std::move(NewFile)));
  LinkFile &File = *Files.back();
  ByPath.try_emplace(fullPath(File.Path), &File);
  switch (File.What) {
  case LinkFile::Object:
    File.Members.push_back({0, "", File.Buffer->getMemBufferRef(), nullptr, /*Needed=*/true});
    return load(File, File.Members[0]);
  case LinkFile::Script:
  case LinkFile::Auxiliary: // version scripts and symbol lists name symbols, too
    addScript(File);
    break;
  case LinkFile::SharedObject:
    addShared(File);
    break;
  case LinkFile::Archive: // indexNewArchives() opens it
    break;
  }
  return Error::success();
}

void LinkInputs::addScript(const LinkFile &File) {
  LinkerScript Script = LinkerScript::parse(File.contents());
  TableInScript |= Script.CollectsKernels && File.What == LinkFile::Script;
  const bool IsVersionScript = VersionScripts.contains(File.Path);
  for (const auto &Word : Script.Words) {
    const bool IsNew = RootSymbols.insert(Word.getKey()).second;
    if (!IsVersionScript)
      VersionedSymbols.erase(Word.getKey());
    else if (IsNew)
      VersionedSymbols.insert(Word.getKey());
  }
  llvm::append_range(ScriptSymbols, Script.Undefined);
  llvm::append_range(KeptSections, Script.Kept);
  llvm::append_range(KeptOfAllFiles, Script.KeptOfAllFiles);
  if (!HasOwnEntry)
    llvm::append_range(Entries, Script.Entries);
}

void LinkInputs::addShared(LinkFile &File) {
  if (File.RecordedHash.empty())
    File.Asks = readLoaderFacts(File.contents()).Undefined;
  KnowsAskedByLibraries &= File.Asks.has_value();
  if (File.Asks)
    AskedByLibraries.insert(File.Asks->begin(), File.Asks->end());
}

Expected<std::unique_ptr<InputObject>> LinkInputs::parse(LinkFile &File, LinkMember &Member) const {
  RETURN_IF_ERROR(readMember(File, Member));
  std::string Name = Member.Name.empty() ? File.Path : File.Path + "(" + Member.Name + ")";
  auto Object = InputObject::parse(Member.Buffer, std::move(Name));
  if (Object)
    (*Object)->UsesIntermediateCode = usesIntermediateCode(**Object);
  return Object;
}

Error LinkInputs::load(LinkFile &File, LinkMember &Member) {
  if (Member.Object)
    return Error::success();
  ASSIGN_OR_RETURN(auto Object, parse(File, Member));
  if (Object->UsesIntermediateCode)
    RETURN_IF_ERROR(readIntermediateCode(*Object));
  Member.Object = std::move(Object);
  return Error::success();
}

std::vector<std::pair<const LinkFile *, const InputObject *>> LinkInputs::objects() const {
  std::vector<std::pair<const LinkFile *, const InputObject *>> Objects;
  for (const auto &File : Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object)
        Objects.push_back({File.get(), Member.Object.get()});
  return Objects;
}

void LinkInputs::loadAll() {
  std::vector<MemberRef> Members;
  for (const auto &File : Files)
    for (size_t I = 0; I < File->Members.size(); ++I)
      Members.push_back({File.get(), I});
  parallelFor(Members.size(), [&](size_t I) {
    const MemberRef &Ref = Members[I];
    if (Ref.member().Object)
      return;
    // Intermediate code is left to load(), because its reader forks. Threads must not fork.
    auto Object = parse(*Ref.File, Ref.member());
    if (!Object)
      consumeError(Object.takeError());
    else if (!(*Object)->UsesIntermediateCode)
      Ref.member().Object = std::move(*Object);
  });
}

bool LinkInputs::usesIntermediateCode(const InputObject &Object) const {
  if (Object.Intermediate == IntermediateCode::None)
    return false;
  return !Object.HasMachineCode ||
         (Object.Intermediate == IntermediateCode::Gcc ? TakesGccCode : TakesLlvmCode);
}

Error LinkInputs::indexNewArchives() {
  auto Load = [&](LinkFile &File, LinkMember &Member) { return load(File, Member); };
  const ArchiveIndex::Loader LoadUnindexed =
      Linker.ReadsUnindexedMembers ? ArchiveIndex::Loader(Load) : nullptr;
  Problems Errors;
  for (; IndexedFiles < Files.size(); ++IndexedFiles)
    if (Files[IndexedFiles]->What == LinkFile::Archive)
      Errors.add(Index.add(*Files[IndexedFiles], LoadUnindexed));
  return Errors.take();
}

std::vector<MemoryRegion> LinkInputs::memoryRegions(const LinkCommand &Command) const {
  std::vector<ScriptText> Scripts;
  for (const auto &File : Files)
    if (File->What == LinkFile::Script)
      Scripts.push_back({File->Path, File->contents()});
  return etprune::memoryRegions(Scripts, Command.values(OptionUse::Define));
}

Error LinkInputs::checkReadable() const {
  Problems Errors;
  for (const std::string &Problem : Unreadable)
    Errors.add(Problem);
  return Errors.take();
}

static bool definesKernels(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return !Symbol.isUndefined() && isKernelSymbol(Symbol.Name);
  });
}

Error LinkInputs::checkKernelsVisible() const {
  std::vector<std::string> WithKernels, OfGcc, OfLlvm;
  for (const auto &[File, Object] : objects()) {
    if (Object->HasMachineCode)
      continue;
    if (Object->Intermediate == IntermediateCode::Llvm) {
      if (Linker.LoadsPlugins && !TakesLlvmCode)
        OfLlvm.push_back(Object->Name);
    } else if (!TakesGccCode) {
      OfGcc.push_back(Object->Name);
    } else if (definesKernels(*Object)) {
      WithKernels.push_back(Object->Name);
    }
  }
  Problems Errors;
  auto Refuse = [&](ArrayRef<std::string> Names, StringRef Reason, StringRef Advice) {
    if (!Names.empty())
      Errors.add(Reason + listObjects(Names) + "\n>>> " + Advice + " or " +
                 WithoutIntermediateCode);
  };
  Refuse(WithKernels,
         "these objects define kernels, but have only gcc's intermediate code; et-ld reads the "
         "records of kernels only in machine code",
         "compile these objects also with -ffat-lto-objects,");
  Refuse(
      OfGcc,
      "these objects have only gcc's intermediate code, which this linker can read only with gcc's "
      "plugin",
      "link with gcc and GNU ld, or compile these objects also with -ffat-lto-objects,");
  Refuse(OfLlvm,
         "these objects have only LLVM's bitcode, which GNU ld can read only with LLVM's plugin",
         "link with LLD, or compile these objects also with -ffat-lto-objects,");
  return Errors.take();
}

bool LinkInputs::hasIntermediate(IntermediateCode Which) const {
  return llvm::any_of(Files, [&](const auto &File) {
    return llvm::any_of(File->Members, [&](const LinkMember &Member) {
      return Member.Needed && Member.Object && Member.Object->UsesIntermediateCode &&
             Member.Object->Intermediate == Which;
    });
  });
}

Expected<TargetInfo> LinkInputs::target() const {
  for (bool MachineCode : {true, false}) { // machine code first: bitcode has little target data
    const InputObject *Any = nullptr, *TableUser = nullptr;
    for (const auto &[File, Object] : objects()) {
      if (!Object->Target.Machine || Object->HasMachineCode != MachineCode)
        continue;
      if (File->isAlwaysLoaded())
        return Object->Target;
      if (!TableUser && refersToTable(*Object))
        TableUser = Object;
      if (!Any)
        Any = Object;
    }
    if (Any)
      return (TableUser ? TableUser : Any)->Target;
  }
  return createStringError("the link has no objects");
}

size_t LinkInputs::tableArgument(const LinkCommand &Command) const {
  for (const LinkOperand &Operand : Command.Operands) {
    if (Operand.What != OptionUse::Input && Operand.What != OptionUse::Library)
      continue;
    const LinkFile *File = find(Operand.Text);
    bool IsObject =
        Operand.What == OptionUse::Input && !Operand.Raw && File && File->What == LinkFile::Object;
    return IsObject ? Operand.Argument + 1 : 0;
  }
  return 0;
}

} // namespace etprune
