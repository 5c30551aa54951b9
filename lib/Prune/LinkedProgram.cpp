// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Prune/LinkedProgram.h"

#include "Link/Inputs/LinkInputs.h"
#include "Object/Arch/Arch.h"
#include "Object/RecordNames.h"
#include "Support/Try.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

Expected<std::unique_ptr<LinkedProgram>>
LinkedProgram::read(const CapturedLink &Link, const PrunePlan &Plan, PreparedLink Prepared,
                    StringRef ImageBytes, LinkMap Map, ArrayRef<LtoObject> LtoObjects) {
  std::unique_ptr<LinkedProgram> Program(
      new LinkedProgram(Link, Plan, std::move(Prepared), std::move(Map)));
  ASSIGN_OR_RETURN(Program->Image, ElfImage::read({ImageBytes, Program->ImageName}));
  RETURN_IF_ERROR(Program->addObjects(LtoObjects));
  std::vector<const InputObject *> Captured;
  for (const LinkedObject &Object : Program->Objects)
    Captured.push_back(Object.Captured);
  Program->Live = MapIndex(Program->Map, Captured);
  if (Link.HasFullImage && !Link.Images.empty()) {
    RETURN_IF_ERROR(parseLinkMap(Link.Images[0].Map, "the full image's map")
                        .moveInto(Program->FullMap.emplace()));
    Program->Full = MapIndex(*Program->FullMap, Captured, Program->NumInputs);
  }
  Program->Symbols.reserve(Program->Image.symbols().size());
  for (const ImageSymbol &Symbol : llvm::reverse(Program->Image.symbols()))
    if (Symbol.Type != ELF::STT_FILE && Symbol.Type != ELF::STT_SECTION)
      Program->Symbols[CachedHashStringRef(withoutVersion(Symbol.Name))].push_back(&Symbol);
  return Program;
}

Expected<const InputObject *> LinkedProgram::parse(ArrayRef<char> Bytes, StringRef Name) {
  ASSIGN_OR_RETURN(auto Object, InputObject::parse({toStringRef(Bytes), Name}, Name.str()));
  OwnObjects.push_back(std::move(Object));
  return OwnObjects.back().get();
}

Error LinkedProgram::addObjects(ArrayRef<LtoObject> Lto) {
  for (const auto &File : Inputs.Files)
    for (const LinkMember &Member : File->Members) {
      const InputObject *Object = Member.Object.get();
      if (!Object || Object->UsesIntermediateCode)
        continue;
      // After --start-lib, the linker loads an object file only if a reference needs the file.
      Objects.push_back({Object, Object,
                         !Link.Command.has(OptionUse::StartLib) &&
                             (File->What == LinkFile::Object || File->WholeArchive)});
      const auto OfObject = Prepared.Edits.find(Object);
      if (OfObject == Prepared.Edits.end() || OfObject->second.empty())
        continue;
      EditedBytes.push_back(editedObject(*Object, OfObject->second));
      ASSIGN_OR_RETURN(Objects.back().Linked, parse(EditedBytes.back(), Object->Name));
    }
  NumInputs = Objects.size();
  auto AddMade = [&](const InputObject *Object) {
    Objects.push_back({Object, Object, /*IsAlwaysLoaded=*/true});
  };
  if (!Prepared.Table.empty()) {
    ASSIGN_OR_RETURN(auto Table, parse(Prepared.Table, TableObjectName));
    AddMade(Table);
  }
  for (const auto &Narrowed : Plan.Narrowed)
    AddMade(Narrowed->Object.get());
  for (const LtoObject &Object : Lto) {
    RETURN_IF_ERROR(InputObject::parse(Object.Contents->getMemBufferRef(), Object.Name)
                        .moveInto(LtoObjects.emplace_back()));
    AddMade(LtoObjects.back().get());
  }
  return Error::success();
}

ArrayRef<const ImageSymbol *> LinkedProgram::symbolsNamed(StringRef Name) const {
  auto It = Symbols.find(CachedHashStringRef(withoutVersion(Name)));
  if (It == Symbols.end())
    return {};
  return It->second;
}

bool LinkedProgram::isRelaxed() const {
  const Arch *A = Arch::find(Image.machine());
  return A && (A->Relaxes == Relaxing::Always ||
               (A->Relaxes == Relaxing::UnlessDisabled &&
                !Link.Command.isOn(OptionUse::NoRelax, OptionUse::Relax)));
}

const LinkedProgram::SectionsByName &
LinkedProgram::sectionsByName(const InputObject &Object) const {
  auto [It, IsNew] = SymbolSections.try_emplace(&Object);
  if (IsNew)
    for (const ObjectSymbol &Symbol : Object.Symbols)
      if (auto [Known, IsFirst] =
              It->second.try_emplace(CachedHashStringRef(Symbol.Name), Symbol.Section);
          !IsFirst && Known->second != Symbol.Section)
        Known->second = ObjectSymbol::Elsewhere;
  return It->second;
}

std::optional<SectionLocation> LinkedProgram::locate(const LinkedObject &Object,
                                                     uint32_t Section) const {
  if (!isLive(Object, Section))
    return std::nullopt;
  if (const SectionLocation *Unique = Live.uniqueLocation(*Object.Captured, Section))
    return *Unique;
  const ArrayRef<SectionLocation> Locations = Live.locations(*Object.Captured, Section);
  if (Locations.empty())
    return std::nullopt;
  const SectionsByName &SectionOf = sectionsByName(*Object.Linked);
  for (const ObjectSymbol &Symbol : Object.Linked->Symbols) {
    if (Symbol.Section != Section || Symbol.Type == ELF::STT_SECTION || Symbol.Name.empty() ||
        SectionOf.lookup(CachedHashStringRef(Symbol.Name)) != Section)
      continue;
    for (const ImageSymbol *Found : symbolsNamed(Symbol.Name))
      for (const SectionLocation &L : Locations)
        if (!Found->Undefined && Found->Value - Symbol.Value == L.address())
          return L;
  }
  return std::nullopt;
}

SmallVector<uint64_t, 1> LinkedProgram::addresses(const InputObject &Object, uint32_t Section,
                                                  uint64_t Offset) const {
  SmallVector<uint64_t, 1> Result;
  for (const SectionLocation &L : Live.locations(Object, Section))
    Result.push_back(L.address() + Offset);
  if (Result.empty())
    for (uint64_t Copy : copiesOf(Object.Sections[Section]))
      Result.push_back(Copy + Offset);
  return Result;
}

/// Hashes a section's bytes, its flags, and the offsets and types of its relocations. The symbols
/// are left out, because the linker may fold two sections whose relocations name different symbols.
static uint64_t hashOf(const ObjectSection &Section) {
  hash_code Hash = hash_combine(xxh3_64bits(Section.Data), Section.Flags & ~ELF::SHF_GROUP);
  for (const ObjectRelocation &R : Section.Relocations)
    Hash = hash_combine(Hash, R.Offset, R.Type);
  return size_t(Hash) >> 1; // because DenseMap reserves the two highest keys
}

ArrayRef<uint64_t> LinkedProgram::copiesOf(const ObjectSection &Section) const {
  constexpr uint64_t Writable = ELF::SHF_WRITE;
  if (!Inputs.Linker.FoldsSections || (Section.Flags & Writable) || Section.Data.empty())
    return {};
  if (!CopyAddresses) {
    CopyAddresses.emplace();
    for (const LinkedObject &Object : Objects)
      for (const auto &[I, S] : llvm::enumerate(Object.sections()))
        if ((S.Flags & ELF::SHF_ALLOC) && !(S.Flags & Writable) && !S.Data.empty())
          for (const SectionLocation &L : Live.locations(*Object.Captured, I))
            (*CopyAddresses)[hashOf(S)].push_back(L.address());
  }
  auto It = CopyAddresses->find(hashOf(Section));
  return It == CopyAddresses->end() ? ArrayRef<uint64_t>() : ArrayRef<uint64_t>(It->second);
}

void forEachGroup(const InputObject &Object,
                  function_ref<void(StringRef, ArrayRef<uint32_t>)> Visit) {
  const endianness Order = Object.Target.byteOrder();
  for (const ObjectSection &Group : Object.Sections) {
    if (Group.Type != ELF::SHT_GROUP || Group.Info >= Object.Symbols.size())
      continue;
    SmallVector<uint32_t, 8> Words;
    for (ArrayRef<uint8_t> Rest = Group.Data; Rest.size() >= 4; Rest = Rest.drop_front(4))
      Words.push_back(support::endian::read32(Rest.data(), Order));
    if (!Words.empty() && (Words[0] & ELF::GRP_COMDAT))
      Visit(Object.Symbols[Group.Info].Name, ArrayRef(Words).drop_front());
  }
}

uint64_t mergedPieceSize(ArrayRef<uint8_t> Data, uint64_t Offset, uint64_t EntrySize,
                         bool IsStrings) {
  if (Offset >= Data.size())
    return 0;
  uint64_t End = Offset - Offset % EntrySize + EntrySize;
  while (IsStrings && End < Data.size() &&
         llvm::any_of(Data.slice(End - EntrySize, EntrySize), [](uint8_t B) { return B != 0; }))
    End += EntrySize;
  return std::min<uint64_t>(End, Data.size()) - Offset;
}

bool isUnwindTable(StringRef Section) {
  return Section == ".eh_frame" || Section == ".sframe" || Section.starts_with(".ARM.exidx");
}

bool isWrittenAnew(const ObjectSection &Section) {
  return Section.isMergeable() || isUnwindTable(Section.Name) ||
         Section.Name == ".note.gnu.property";
}

} // namespace etprune
