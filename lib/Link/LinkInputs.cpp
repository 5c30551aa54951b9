// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Link/LinkInputs.h"

#include "Link/LinkerScript.h"
#include "Link/Lto/LlvmLto.h"
#include "Object/IntermediateCode.h"
#include "Object/RecordNames.h"
#include "Registry/TableRewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

std::string hashOfContents(StringRef Contents) {
  return utohexstr(xxh3_64bits(Contents), /*LowerCase=*/true, 16);
}

//===- Finding files ------------------------------------------------------===//

/// Looks files up as GNU ld does: names as they stand, relative to the link's folder, then the
/// library path for libraries and scripts.
class LinkInputs::Search {
public:
  Search(LinkInputs &Inputs, const LinkCommand &Command, StringRef Cwd,
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

static LinkFile::Kind kindOf(StringRef Contents) {
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

Error LinkInputs::Search::add(const std::string &Path, bool WholeArchive,
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
  LinkFile File{Path,
                As ? *As : kindOf((*Buffer)->getBuffer()),
                std::move(*Buffer),
                WholeArchive,
                nullptr,
                {},
                {}};
  bool IsScript = File.What == LinkFile::Script;
  if (Error E = Inputs.addFile(std::move(File)))
    return E;
  if (!IsScript)
    return Error::success();
  return followScript(Inputs.Files.back()->contents(), sys::path::parent_path(Path), WholeArchive);
}

Error LinkInputs::Search::followScript(StringRef Text, StringRef Folder, bool WholeArchive) {
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

std::unique_ptr<LinkInputs> LinkInputs::forCommand(const LinkCommand &Command, LinkerKind Linker) {
  auto Inputs = std::make_unique<LinkInputs>();
  for (const std::string &Name : Command.RootSymbols)
    Inputs->RootSymbols.insert(Name);
  for (const std::string &Path : Command.VersionScripts)
    Inputs->VersionScripts.insert(Path);
  Inputs->IsLld = Linker == LinkerKind::Lld;
  Inputs->HasOwnEntry = !Command.Entry.empty();
  if (Inputs->HasOwnEntry)
    Inputs->Entries.push_back(Command.Entry);
  else if (!Command.Shared && !Command.last(LinkOperand::Script)) // the linkers' own scripts' entry
    Inputs->Entries.push_back("_start");
  Inputs->KeepsNamedSections =
      !Inputs->IsLld && llvm::none_of(Command.Arguments, [](const LinkArgument &A) {
        return A.Option && A.Value && StringRef(*A.Value).ends_with("start-stop-gc"); // after -z
      });
  // GNU ld has plugins for it; LLD does it itself, for LLVM's code, and ignores -plugin.
  if (Inputs->IsLld)
    Inputs->TakesLlvmCode = Command.FatLtoObjects;
  else
    for (const LinkOperand &Operand : Command.Operands)
      if (Operand.What == LinkOperand::Plugin)
        (isLlvmPlugin(Operand.Text) ? Inputs->TakesLlvmCode : Inputs->TakesGccCode) = true;
  return Inputs;
}

std::unique_ptr<LinkInputs>
LinkInputs::open(const LinkCommand &Command, StringRef Cwd,
                 const std::function<std::vector<std::string>()> &DefaultSearchDirs,
                 LinkerKind Linker) {
  auto Inputs = forCommand(Command, Linker);
  Search Find(*Inputs, Command, Cwd, DefaultSearchDirs);
  for (const LinkOperand &Operand : Command.Operands) {
    Error E = Error::success();
    if (Operand.What == LinkOperand::Input)
      E = Find.addInput(Operand.Text, Operand.WholeArchive);
    else if (Operand.What == LinkOperand::Library)
      E = Find.addLibrary(Operand.Text, Operand.WholeArchive, Operand.Static);
    else if (Operand.What == LinkOperand::Script)
      E = Find.addScript(Operand.Text);
    else if (Operand.What == LinkOperand::Auxiliary)
      E = Find.addAuxiliary(Operand.Text);
    if (E)
      Inputs->Unreadable.push_back(toString(std::move(E)));
  }
  if (Error E = Inputs->indexNewArchives())
    Inputs->Unreadable.push_back(toString(std::move(E)));
  return Inputs;
}

/// A file may be given under several names: CMake writes $<TARGET_FILE:a> as an absolute path and
/// the library a as a relative one, and linkers write "./a.o" for an a.o in a script.
LinkFile *LinkInputs::find(const std::string &Path, StringRef Cwd) {
  if (auto Known = ByPath.find(Path); Known != ByPath.end())
    return Known->second;
  auto Place = [&](StringRef Name) {
    SmallString<256> Full;
    if (!sys::path::is_absolute(Name))
      Full = Cwd;
    sys::path::append(Full, Name);
    sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
    return Full;
  };
  for (; PlacedFiles < Files.size(); ++PlacedFiles)
    ByPlace.try_emplace(Place(Files[PlacedFiles]->Path), Files[PlacedFiles].get());
  LinkFile *Known = ByPlace.lookup(Place(Path));
  if (Known)
    ByPath[Path] = Known;
  return Known;
}

Error LinkInputs::addFound(const std::string &Path, StringRef Cwd) {
  if (find(Path, Cwd))
    return Error::success();
  LinkCommand Nothing;
  Error E = Search(*this, Nothing, Cwd, [] {
              return std::vector<std::string>();
            }).addInput(Path, /*WholeArchive=*/false);
  return joinErrors(std::move(E), indexNewArchives());
}

Expected<std::unique_ptr<LinkInputs>>
LinkInputs::fromFiles(const LinkCommand &Command, std::vector<LinkFile> Files, LinkerKind Linker) {
  auto Inputs = forCommand(Command, Linker);
  Error Errors = Error::success();
  for (LinkFile &File : Files)
    Errors = joinErrors(std::move(Errors), Inputs->addFile(std::move(File)));
  Errors = joinErrors(std::move(Errors), Inputs->indexNewArchives());
  if (Errors)
    return Errors;
  return Inputs;
}

//===- Reading files ------------------------------------------------------===//

Error LinkInputs::addFile(LinkFile NewFile) {
  Files.push_back(std::make_unique<LinkFile>(std::move(NewFile)));
  LinkFile &File = *Files.back();
  ByPath[File.Path] = &File;
  Closure.reset();
  switch (File.What) {
  case LinkFile::Object:
    File.Members.push_back({0, "", File.Buffer->getMemBufferRef(), nullptr, /*Needed=*/true});
    return loadMember(File, File.Members[0]);
  case LinkFile::Archive: // indexNewArchives() opens it
    return Error::success();
  case LinkFile::Script:
  case LinkFile::Auxiliary: // version scripts and symbol lists name symbols, too
    addScript(File);
    return Error::success();
  case LinkFile::SharedObject:
    return Error::success();
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
  llvm::append_range(KeptSections, Script.Kept);
  llvm::append_range(KeptOfAllFiles, Script.KeptOfAllFiles);
  if (!HasOwnEntry)
    llvm::append_range(Entries, Script.Entries);
}

Error LinkInputs::loadMember(LinkFile &File, LinkMember &Member) {
  if (Member.Object)
    return Error::success();
  if (Error E = readMember(File, Member))
    return E;
  std::string Name = Member.Name.empty() ? File.Path : File.Path + "(" + Member.Name + ")";
  auto Object = InputObject::parse(Member.Buffer, std::move(Name));
  if (!Object)
    return Object.takeError();
  (*Object)->IsReplaced = isReplaced(**Object);
  if ((*Object)->IsReplaced)
    if (Error E = readIntermediateCode(**Object))
      return E;
  Member.Object = std::move(*Object);
  return Error::success();
}

static Error cannotRead(const LinkFile &File, Error E) {
  return createStringError("cannot read '" + File.Path + "': " + toString(std::move(E)));
}

bool LinkInputs::isReplaced(const InputObject &Object) const {
  switch (Object.Intermediate) {
  case IntermediateCode::None:
    return false;
  case IntermediateCode::Gcc:
    return TakesGccCode || !Object.HasMachineCode;
  case IntermediateCode::Llvm:
    return TakesLlvmCode || !Object.HasMachineCode;
  }
  return false;
}

/// Reads an archive member's header, which an index may only claim to be one.
Error LinkInputs::readMember(LinkFile &File, LinkMember &Member) {
  if (File.What != LinkFile::Archive || Member.Buffer.getBufferStart())
    return Error::success();
  Error Broken = Error::success();
  const object::Archive::Child Child(File.Library.get(), File.contents().data() + Member.Offset,
                                     &Broken);
  if (Broken)
    return cannotRead(File, std::move(Broken));
  auto Size = Child.getRawSize();
  if (!Size)
    return cannotRead(File, Size.takeError());
  const uint64_t Left = File.contents().size() - Member.Offset;
  constexpr uint64_t HeaderSize = 60;
  if (!File.Library->isThin() && (Left < HeaderSize || *Size > Left - HeaderSize))
    return cannotRead(File, createStringError("it is truncated"));
  auto Name = Child.getName();
  if (!Name)
    return cannotRead(File, Name.takeError());
  // Neither can stand in the list of long names, which a copy may need.
  if (Name->contains('\n') || Name->contains('\0'))
    return cannotRead(File, createStringError("the name of the member at offset " +
                                              Twine(Member.Offset) + " has a line break or NUL"));
  auto Buffer = Child.getMemoryBufferRef();
  if (!Buffer)
    return cannotRead(File, Buffer.takeError());
  Member.Name = Name->str();
  Member.Buffer = *Buffer;
  return Error::success();
}

/// Finds an archive's members by going from one to the next.
Error LinkInputs::listMembers(LinkFile &File) {
  Error Broken = Error::success();
  for (const object::Archive::Child &Child : File.Library->children(Broken)) {
    File.Members.push_back({Child.getChildOffset()});
    if (Error E = readMember(File, File.Members.back()))
      return joinErrors(std::move(E), std::move(Broken));
  }
  return Broken ? cannotRead(File, std::move(Broken)) : std::move(Broken);
}

/// The place of an archive's first member. A damaged one is met where the archive's index names it.
static std::optional<uint64_t> firstMember(const LinkFile &File) {
  Error Broken = Error::success();
  auto First = File.Library->child_begin(Broken, /*SkipInternal=*/true);
  const bool IsThere = !Broken && First != File.Library->child_end();
  consumeError(std::move(Broken));
  return IsThere ? std::optional(First->getChildOffset()) : std::nullopt;
}

/// Archives are indexed when all files are known: only then is it certain which are whole.
Error LinkInputs::indexNewArchives() {
  Error Errors = Error::success();
  for (; IndexedFiles < Files.size(); ++IndexedFiles)
    if (Files[IndexedFiles]->What == LinkFile::Archive)
      Errors = joinErrors(std::move(Errors), indexArchive(*Files[IndexedFiles]));
  return Errors;
}

namespace {
/// An archive's symbol index: a count, that many member offsets, that many names, all in the
/// archive's own big-endian form. Read here because libObject trusts it.
class SymbolIndex {
public:
  explicit SymbolIndex(const object::Archive &Library)
      : Table(Library.getSymbolTable()), Is64(Library.kind() == object::Archive::K_GNU64) {
    IsGnu = Table.empty() || Is64 || Library.kind() == object::Archive::K_GNU;
    Count = Table.empty() ? 0 : Table.size() < word() ? UINT64_MAX : read(0);
    IsWhole = Count == 0 || (IsGnu && Count <= (Table.size() - word()) / word());
  }
  bool IsGnu, IsWhole;
  uint64_t Count;

  uint64_t offset(uint64_t Entry) const { return read(Entry + 1); }
  StringRef names() const { return Table.drop_front(Count ? (Count + 1) * word() : 0); }

private:
  size_t word() const { return Is64 ? 8 : 4; }
  uint64_t read(size_t Position) const {
    const char *Place = Table.data() + Position * word();
    return Is64 ? support::endian::read64be(Place) : support::endian::read32be(Place);
  }
  StringRef Table;
  bool Is64;
};
} // namespace

void forEachArchiveSymbol(const LinkFile &Archive, function_ref<void(StringRef, uint64_t)> Visit) {
  SymbolIndex Index(*Archive.Library);
  StringRef Names = Index.names();
  for (uint64_t I = 0; I < Index.Count; ++I) {
    auto [Name, Rest] = Names.split('\0');
    Visit(Name, Index.offset(I));
    Names = Rest;
  }
}

void LinkInputs::addDefinition(StringRef Name, MemberRef Ref) {
  auto [Last, IsNew] = LastDefinition.try_emplace(CachedHashStringRef(Name), NoDefinition);
  Definitions.push_back({Ref, std::exchange(Last->second, Definitions.size())});
  if (isKernelSymbol(Name))
    KernelMembers.push_back(Ref);
}

Error LinkInputs::indexArchive(LinkFile &File) {
  auto Library = object::Archive::create(File.Buffer->getMemBufferRef());
  if (!Library)
    return cannotRead(File, Library.takeError());
  File.Library = std::move(*Library);
  auto Fail = [&](const Twine &Message) {
    return cannotRead(File, createStringError("its symbol index is " + Message));
  };
  const SymbolIndex Index(*File.Library);
  if (!Index.IsGnu)
    return Fail("not in GNU format; make it with GNU ar");
  if (!Index.IsWhole)
    return Fail("truncated");

  // Members that define nothing matter only where all are linked, or where LLD looks for itself.
  bool Ascending = true;
  for (uint64_t I = 1; I < Index.Count; ++I)
    Ascending &= Index.offset(I - 1) <= Index.offset(I);
  const bool Listed = File.WholeArchive || !Ascending || IsLld;
  if (Listed) {
    if (Error E = listMembers(File))
      return E;
  } else if (auto First = firstMember(File)) {
    File.Members.push_back({*First});
  }

  StringRef Names = Index.names();
  LastDefinition.reserve(LastDefinition.size() + Index.Count);
  Definitions.reserve(Definitions.size() + Index.Count);
  constexpr size_t MagicSize = 8, HeaderSize = 60;
  std::vector<bool> IsIndexed(Listed ? File.Members.size() : 0);
  for (uint64_t I = 0; I < Index.Count; ++I) {
    uint64_t Offset = Index.offset(I);
    size_t End = Names.find('\0'), Size = File.contents().size();
    bool IsPlace = Offset >= MagicSize && Offset % 2 == 0 && Offset <= Size - HeaderSize;
    if (IsPlace && !Listed && (File.Members.empty() || File.Members.back().Offset != Offset))
      File.Members.push_back({Offset});
    auto Member = File.Members.end();
    if (Listed)
      Member = llvm::partition_point(File.Members,
                                     [&](const LinkMember &M) { return M.Offset < Offset; });
    else if (IsPlace)
      --Member;
    if (Member == File.Members.end() || Member->Offset != Offset || End == StringRef::npos)
      return Fail("corrupt at entry " + Twine(I));
    const MemberRef Ref{&File, static_cast<size_t>(Member - File.Members.begin())};
    if (Listed)
      IsIndexed[Ref.Index] = true;
    addDefinition(Names.take_front(End), Ref);
    Names = Names.drop_front(End + 1);
  }
  return IsLld ? indexBitcode(File, IsIndexed) : Error::success();
}

/// GNU ar knows nothing of bitcode, and LLD needs no index: it looks into every member.
Error LinkInputs::indexBitcode(LinkFile &File, const std::vector<bool> &IsIndexed) {
  Error Errors = Error::success();
  for (size_t I = 0; I < File.Members.size(); ++I) {
    LinkMember &Member = File.Members[I];
    if (IsIndexed[I] || identify_magic(Member.Buffer.getBuffer()) != file_magic::bitcode)
      continue;
    if (Error E = loadMember(File, Member)) {
      Errors = joinErrors(std::move(Errors), std::move(E));
      continue;
    }
    for (const ObjectSymbol &Symbol : Member.Object->Symbols)
      if (!Symbol.isLocal() && !Symbol.isUndefined())
        addDefinition(Symbol.Name, {&File, I});
  }
  return Errors;
}

void LinkInputs::forEachDefinition(CachedHashStringRef Name,
                                   function_ref<void(MemberRef)> Visit) const {
  auto Last = LastDefinition.find(Name);
  if (Last != LastDefinition.end())
    for (uint32_t I = Last->second; I != NoDefinition; I = Definitions[I].Next)
      Visit(Definitions[I].Member);
}

//===- What the link can need ---------------------------------------------===//

Error LinkInputs::follow(bool WithKernels, std::vector<const InputObject *> &Loaded) {
  std::vector<MemberRef> Work;
  DenseSet<const LinkMember *> Seen;
  auto Add = [&](MemberRef Ref) {
    if (Seen.insert(&Ref.File->Members[Ref.Index]).second)
      Work.push_back(Ref);
  };
  auto AddDefinitions = [&](StringRef Name) { forEachDefinition(CachedHashStringRef(Name), Add); };

  for (auto &File : Files)
    for (size_t I = 0; I < File->Members.size(); ++I)
      if (File->What == LinkFile::Object || File->WholeArchive)
        Add({File.get(), I});
  for (const auto &Name : RootSymbols)
    AddDefinitions(Name.getKey());
  for (StringRef Name : {"_start", "_init", "_fini"})
    AddDefinitions(Name);
  if (WithKernels)
    llvm::for_each(KernelMembers, Add);

  bool HasReplaced = false;
  Error Errors = Error::success();
  while (!Work.empty()) {
    MemberRef Ref = Work.back();
    Work.pop_back();
    LinkMember &Member = Ref.File->Members[Ref.Index];
    if (Error E = loadMember(*Ref.File, Member)) {
      Errors = joinErrors(std::move(Errors), std::move(E));
      continue;
    }
    Loaded.push_back(Member.Object.get());
    if (WithKernels)
      Member.Needed = true;
    if (WithKernels && Member.Object->IsReplaced && !HasReplaced) {
      HasReplaced = true;
      addCompilerCalls(Add);
    }
    for (const ObjectSymbol &Symbol : Member.Object->Symbols)
      if (Symbol.isUndefined() && !Symbol.isLocal())
        AddDefinitions(Symbol.Name);
      else if (Symbol.Section == ObjectSymbol::Elsewhere && !Symbol.isLocal())
        AddDefinitions(Symbol.Name); // a common symbol may load a member that defines it
  }
  return Errors;
}

/// What no object asks for, because it is the optimiser or the code generator that comes upon it:
/// functions that compilers call by themselves, and those that they know enough of to put one in
/// the place of another.
void LinkInputs::addCompilerCalls(function_ref<void(MemberRef)> Add) {
  static constexpr const char *Names[] = {
#define HANDLE_LIBCALL(Code, Name) Name,
#include "llvm/IR/RuntimeLibcalls.def"
#undef HANDLE_LIBCALL
#define TLI_DEFINE_STRING
#include "llvm/Analysis/TargetLibraryInfo.def"
#undef TLI_DEFINE_STRING
      "abort", "sincos", "sincosf"};
  for (const char *Name : Names)
    if (Name)
      forEachDefinition(CachedHashStringRef(Name), Add);
  for (const auto &Definition : LastDefinition) // helpers of one architecture
    if (StringRef Name = Definition.first.val();
        Name.starts_with("__aeabi_") || Name.starts_with("__aarch64_") ||
        Name.starts_with("__arm_") || Name.starts_with("__gnu_") || Name.starts_with("__riscv_"))
      forEachDefinition(Definition.first, Add);
  for (const auto &File : Files) {
    StringRef Name = sys::path::filename(File->Path);
    if (Name.starts_with("libgcc") || Name.starts_with("libclang_rt.builtins"))
      for (size_t I = 0; I < File->Members.size(); ++I)
        Add({File.get(), I});
  }
}

bool LinkInputs::hasKernels() const { return !KernelMembers.empty(); }

Error LinkInputs::checkReadable() const {
  Error Errors = Error::success();
  for (const std::string &Problem : Unreadable)
    Errors = joinErrors(std::move(Errors), createStringError(Problem));
  return Errors;
}

static bool refersToTable(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return Symbol.isUndefined() && isTableSymbol(Symbol.Name);
  });
}

/// gcc's symbol table has what an object defines, of which kernels are part, and not their records.
static bool definesKernels(const InputObject &Object) {
  return llvm::any_of(Object.Symbols, [](const ObjectSymbol &Symbol) {
    return !Symbol.isUndefined() && isKernelSymbol(Symbol.Name);
  });
}

Error LinkInputs::checkKernelsVisible() const {
  std::vector<std::string> WithKernels, OfGcc, OfLlvm;
  for (const auto &File : Files)
    for (const LinkMember &Member : File->Members) {
      const InputObject *Object = Member.Object.get();
      if (!Object || Object->HasMachineCode)
        continue;
      if (Object->Intermediate == IntermediateCode::Llvm) {
        if (!IsLld && !TakesLlvmCode)
          OfLlvm.push_back(Object->Name);
      } else if (!TakesGccCode) {
        OfGcc.push_back(Object->Name);
      } else if (definesKernels(*Object)) {
        WithKernels.push_back(Object->Name);
      }
    }
  Error Errors = Error::success();
  auto Refuse = [&](ArrayRef<std::string> Names, StringRef What, StringRef Advice) {
    if (!Names.empty())
      Errors = joinErrors(std::move(Errors),
                          createStringError(What + listObjects(Names) + "\n>>> " + Advice + " or " +
                                            WithoutIntermediateCode));
  };
  Refuse(WithKernels,
         "kernels are in objects that hold nothing but gcc's intermediate code, in which their "
         "registration cannot be seen",
         "compile these with -ffat-lto-objects, too,");
  Refuse(OfGcc,
         "objects hold nothing but gcc's intermediate code, which this linker reads with gcc's "
         "plugin only, if at all",
         "link with gcc and GNU ld, or compile these with -ffat-lto-objects, too,");
  Refuse(OfLlvm,
         "objects hold nothing but LLVM's bitcode, which GNU ld reads with LLVM's plugin only",
         "link with LLD, or compile these with -ffat-lto-objects, too,");
  return Errors;
}

bool LinkInputs::hasIntermediate(IntermediateCode Which) const {
  return llvm::any_of(Files, [&](const auto &File) {
    return llvm::any_of(File->Members, [&](const LinkMember &Member) {
      return Member.Needed && Member.Object && Member.Object->IsReplaced &&
             Member.Object->Intermediate == Which;
    });
  });
}

bool LinkInputs::usesKernels() {
  std::vector<const InputObject *> Loaded;
  // What cannot be read here is the linker's to judge, or is met again in closure().
  consumeError(follow(/*WithKernels=*/false, Loaded));
  return llvm::any_of(Loaded, [](const InputObject *Object) {
    return refersToTable(*Object) || llvm::any_of(Object->Symbols, [](const ObjectSymbol &Symbol) {
             return !Symbol.isLocal() &&
                    (Symbol.Name == RegisterKernelsSymbol || isOlderRegisterKernels(Symbol.Name));
           });
  });
}

Expected<std::vector<const InputObject *>> LinkInputs::closure() {
  if (Closure)
    return *Closure;
  std::vector<const InputObject *> Loaded;
  if (Error E = follow(/*WithKernels=*/true, Loaded))
    return E;
  std::vector<const InputObject *> Ordered;
  for (auto &File : Files)
    for (LinkMember &Member : File->Members)
      if (Member.Needed && Member.Object)
        Ordered.push_back(Member.Object.get());
  if (Error E = IsLld ? keepOtherDefinitions() : keepFirstMembers())
    return E;
  Closure = Ordered;
  return Ordered;
}

/// The order of LLD's symbols is that in which it first met their names, so every member counts
/// that defines what a needed one defines, too, as all copies of an inline function do.
Error LinkInputs::keepOtherDefinitions() {
  std::vector<MemberRef> Others;
  for (auto &File : Files)
    for (LinkMember &Member : File->Members) {
      if (!Member.Needed || !Member.Object)
        continue;
      for (const ObjectSymbol &Symbol : Member.Object->Symbols)
        if (!Symbol.isLocal() && !Symbol.isUndefined())
          forEachDefinition(CachedHashStringRef(Symbol.Name),
                            [&](MemberRef Ref) { Others.push_back(Ref); });
    }
  for (const MemberRef &Ref : Others) {
    LinkMember &Member = Ref.File->Members[Ref.Index];
    if (Error E = readMember(*Ref.File, Member))
      return E;
    Member.Needed = true;
  }
  return Error::success();
}

/// GNU ld opens the first member of each archive to see what machine it is for, and numbers its
/// sections with those of the program. The order of veneers follows these numbers.
Error LinkInputs::keepFirstMembers() {
  for (auto &File : Files) {
    if (File->What != LinkFile::Archive || File->Members.empty())
      continue;
    if (Error E = readMember(*File, File->Members.front()))
      return E;
    File->Members.front().Needed = true;
  }
  return Error::success();
}

/// Objects of the closure that can be in an image. An archive member that defines again what an
/// object of the command line defines is not loaded for that name, and if another name loaded it,
/// the link would fail.
static std::vector<const InputObject *> loadable(ArrayRef<std::unique_ptr<LinkFile>> Files,
                                                 ArrayRef<const InputObject *> Objects) {
  DenseSet<const InputObject *> Always;
  for (const auto &File : Files)
    for (const LinkMember &Member : File->Members)
      if (Member.Object && (File->What == LinkFile::Object || File->WholeArchive))
        Always.insert(Member.Object.get());
  auto ForEachDefinition = [](const InputObject &Object, auto Visit) {
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (Symbol.Binding == ELF::STB_GLOBAL && !Symbol.isUndefined() &&
          Symbol.Section != ObjectSymbol::Elsewhere)
        Visit(Symbol.Name);
  };
  StringSet<> Defined;
  for (const InputObject *Object : Always)
    ForEachDefinition(*Object, [&](StringRef Name) { Defined.insert(Name); });
  std::vector<const InputObject *> Result;
  for (const InputObject *Object : Objects) {
    bool IsSecond = false;
    if (!Always.count(Object))
      ForEachDefinition(*Object, [&](StringRef Name) { IsSecond |= Defined.contains(Name); });
    if (!IsSecond)
      Result.push_back(Object);
  }
  return Result;
}

Expected<std::vector<KernelRecord>> LinkInputs::kernelRecords() {
  auto Objects = closure();
  if (!Objects)
    return Objects.takeError();
  std::vector<KernelRecord> Records;
  StringMap<const InputObject *> ById;
  Error Errors = Error::success();
  for (const InputObject *Object : *Objects) {
    auto Found = readKernelRecords(*Object);
    if (!Found) {
      Errors = joinErrors(std::move(Errors), Found.takeError());
      continue;
    }
    for (KernelRecord &Record : *Found) {
      // An archive may be given twice under two names; the linker loads the first copy only.
      auto [First, IsNew] = ById.try_emplace(Record.id(), Object);
      if (IsNew || First->second->Buffer.getBuffer() != Object->Buffer.getBuffer())
        Records.push_back(std::move(Record));
    }
  }
  auto Program = readStockProgram(loadable(Files, *Objects));
  if (!Program)
    return joinErrors(std::move(Errors), Program.takeError());
  if (Program->Objects.empty()) {
    if (Errors)
      return Errors;
    return Records;
  }
  if (!Records.empty())
    Errors = joinErrors(std::move(Errors),
                        createStringError("the link has kernels that are registered in a table and "
                                          "others that are when the program starts; link one kind"
                                          "\n>>> in " +
                                          Records.front().Object->Name + "\n>>> in " +
                                          Program->Objects.front().Object->Name));
  Stock = std::make_unique<StockProgram>(std::move(*Program));
  auto AtRunTime = stockKernelRecords(*Stock);
  if (!AtRunTime)
    return joinErrors(std::move(Errors), AtRunTime.takeError());
  if (Errors)
    return Errors;
  return AtRunTime;
}

Expected<TargetInfo> LinkInputs::target() const {
  for (bool MachineCode : {true, false}) { // bitcode says less of its target, or nothing
    const InputObject *Any = nullptr, *Reader = nullptr;
    for (const auto &File : Files)
      for (const LinkMember &Member : File->Members) {
        const InputObject *Object = Member.Object.get();
        if (!Object || !Object->Target.Machine || Object->HasMachineCode != MachineCode)
          continue;
        if (File->What == LinkFile::Object || File->WholeArchive)
          return Object->Target;
        if (!Reader && refersToTable(*Object))
          Reader = Object;
        if (!Any)
          Any = Object;
      }
    if (Any)
      return (Reader ? Reader : Any)->Target;
  }
  return createStringError("the link has no objects");
}

size_t LinkInputs::placeForObject(const LinkCommand &Command) const {
  for (const LinkOperand &Operand : Command.Operands) {
    if (Operand.What != LinkOperand::Input && Operand.What != LinkOperand::Library)
      continue;
    auto File = ByPath.find(Operand.Text);
    bool IsObject = Operand.What == LinkOperand::Input && !Operand.Raw && File != ByPath.end() &&
                    File->second->What == LinkFile::Object;
    return IsObject ? Operand.Argument + 1 : 0;
  }
  return 0;
}

} // namespace etprune
