// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table object is described in the terms of LLVM's ObjectYAML, whose writer lays the file out;
// it is the one object writer of LLVM that takes machine, flags and sections as they are given,
// and here they must be those of an object of the link: linkers compare them, and derive the
// image's ABI and security properties from those of all objects.

#include "Registry/TableRewrite.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ObjectYAML/ELFYAML.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// Strings laid out one after the other, each once.
class StringSection {
public:
  uint64_t add(StringRef Text) {
    auto [It, IsNew] = Offsets.try_emplace(Text.str(), Data.size());
    if (IsNew) {
      Data.insert(Data.end(), Text.begin(), Text.end());
      Data.push_back('\0');
    }
    return It->second;
  }
  std::vector<char> Data;

private:
  std::map<std::string, uint64_t> Offsets;
};

class TableWriter {
public:
  TableWriter(ArrayRef<PlannedKernel> Kernels, const TargetInfo &Target, bool PositionIndependent)
      : Kernels(Kernels), Target(Target),
        TableName(PositionIndependent ? RelocatedTableSectionName : TableSectionName),
        TableFlags(PositionIndependent ? ELF::SHF_ALLOC | ELF::SHF_WRITE : ELF::SHF_ALLOC) {}
  Expected<SmallVector<char, 0>> write();

private:
  void addRecords(uint32_t RelocationType);
  void addPointer(StringRef Symbol, uint64_t Addend, uint32_t RelocationType);
  void addSymbol(StringRef Name, uint8_t Binding, uint8_t Type, StringRef Section, uint64_t Value,
                 bool Hidden);
  template <class SectionT>
  SectionT &addSection(StringRef Name, uint32_t Type, uint64_t Flags, uint64_t Align);

  ArrayRef<PlannedKernel> Kernels;
  const TargetInfo &Target;
  const StringRef TableName;
  const uint64_t TableFlags;
  ELFYAML::Object Doc;
  std::vector<ELFYAML::Symbol> Symbols;
  std::vector<ELFYAML::Relocation> Relocations;
  std::vector<char> Table;
  StringSection Strings;
};

void TableWriter::addPointer(StringRef Symbol, uint64_t Addend, uint32_t RelocationType) {
  ELFYAML::Relocation R;
  R.Offset = Table.size();
  R.Type = ELFYAML::ELF_REL(RelocationType);
  R.Symbol = Symbol;
  R.Addend = Target.usesRela() ? Addend : 0;
  Relocations.push_back(R);
  uint64_t InPlace = Target.usesRela() ? 0 : Addend;
  char Word[8];
  endianness Order = Target.IsLittleEndian ? endianness::little : endianness::big;
  if (Target.Is64)
    support::endian::write<uint64_t>(Word, InPlace, Order);
  else
    support::endian::write<uint32_t>(Word, InPlace, Order);
  Table.insert(Table.end(), Word, Word + Target.wordSize());
}

void TableWriter::addRecords(uint32_t RelocationType) {
  for (const PlannedKernel &Kernel : Kernels) {
    const KernelRecord &Record = *Kernel.Record;
    addPointer(TableStringsName, Strings.add(Record.Op), RelocationType);
    if (Record.Key)
      addPointer(TableStringsName, Strings.add(*Record.Key), RelocationType);
    else
      Table.insert(Table.end(), Target.wordSize(), 0);
    addPointer(Record.Symbol, 0, RelocationType);
  }
}

void TableWriter::addSymbol(StringRef Name, uint8_t Binding, uint8_t Type, StringRef Section,
                            uint64_t Value, bool Hidden) {
  ELFYAML::Symbol Symbol;
  Symbol.Name = Name;
  Symbol.Binding = ELFYAML::ELF_STB(Binding);
  Symbol.Type = ELFYAML::ELF_STT(Type);
  if (!Section.empty())
    Symbol.Section = Section;
  Symbol.Value = yaml::Hex64(Value);
  if (Hidden)
    Symbol.Other = ELF::STV_HIDDEN;
  Symbols.push_back(Symbol);
}

template <class SectionT>
SectionT &TableWriter::addSection(StringRef Name, uint32_t Type, uint64_t Flags, uint64_t Align) {
  auto Section = std::make_unique<SectionT>();
  Section->Name = Name;
  Section->Type = ELFYAML::ELF_SHT(Type);
  if (Flags)
    Section->Flags = ELFYAML::ELF_SHF(Flags);
  Section->AddressAlign = yaml::Hex64(Align);
  SectionT &Added = *Section;
  Doc.Chunks.push_back(std::move(Section));
  return Added;
}

ArrayRef<uint8_t> bytesOf(const std::vector<char> &Data) {
  return {reinterpret_cast<const uint8_t *>(Data.data()), Data.size()};
}

Expected<SmallVector<char, 0>> TableWriter::write() {
  auto RelocationType = Target.absoluteRelocation();
  if (!RelocationType)
    return RelocationType.takeError();

  Doc.Header.Class = ELFYAML::ELF_ELFCLASS(Target.Is64 ? ELF::ELFCLASS64 : ELF::ELFCLASS32);
  Doc.Header.Data =
      ELFYAML::ELF_ELFDATA(Target.IsLittleEndian ? ELF::ELFDATA2LSB : ELF::ELFDATA2MSB);
  Doc.Header.OSABI = ELFYAML::ELF_ELFOSABI(Target.OSABI);
  Doc.Header.Type = ELFYAML::ELF_ET(ELF::ET_REL);
  Doc.Header.Machine = ELFYAML::ELF_EM(Target.Machine);
  Doc.Header.Flags = ELFYAML::ELF_EF(Target.Flags);

  addSymbol(TableStringsName, ELF::STB_LOCAL, ELF::STT_SECTION, TableStringsName, 0, false);
  addRecords(*RelocationType);
  addSymbol(TableStartSymbol, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, 0, true);
  addSymbol(TableMissingSymbol, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, 0, true);
  addSymbol(TableEndSymbol, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, Table.size(), true);
  StringSet<> Functions; // two records may share one
  for (const PlannedKernel &Kernel : Kernels)
    if (Functions.insert(Kernel.Record->Symbol).second)
      addSymbol(Kernel.Record->Symbol, ELF::STB_GLOBAL, ELF::STT_NOTYPE, "", 0, false);

  unsigned Word = Target.wordSize();
  auto &TableSection =
      addSection<ELFYAML::RawContentSection>(TableName, ELF::SHT_PROGBITS, TableFlags, Word);
  TableSection.Content = yaml::BinaryRef(bytesOf(Table));
  std::string RelocationsName = (Target.usesRela() ? ".rela" : ".rel") + TableName.str();
  auto &RelocationSection = addSection<ELFYAML::RelocationSection>(
      RelocationsName, Target.usesRela() ? ELF::SHT_RELA : ELF::SHT_REL, ELF::SHF_INFO_LINK, Word);
  RelocationSection.RelocatableSec = TableName;
  RelocationSection.Relocations = Relocations;
  auto &StringsSection = addSection<ELFYAML::RawContentSection>(
      TableStringsName, ELF::SHT_PROGBITS, ELF::SHF_ALLOC | ELF::SHF_MERGE | ELF::SHF_STRINGS, 1);
  StringsSection.EntSize = yaml::Hex64(1);
  StringsSection.Content = yaml::BinaryRef(bytesOf(Strings.Data));
  if (!Target.PropertyNotes.empty())
    addSection<ELFYAML::RawContentSection>(".note.gnu.property", ELF::SHT_NOTE, ELF::SHF_ALLOC,
                                           Word)
        .Content = yaml::BinaryRef(arrayRefFromStringRef(Target.PropertyNotes));
  if (Target.HasGnuStackNote)
    addSection<ELFYAML::RawContentSection>(".note.GNU-stack", ELF::SHT_PROGBITS, 0, 1);
  Doc.Symbols = Symbols;

  SmallVector<char, 0> Object;
  raw_svector_ostream OS(Object);
  std::string Message;
  if (!yaml::yaml2elf(Doc, OS, [&](const Twine &M) { Message = M.str(); }, UINT64_MAX))
    return createStringError("cannot write the registration table: " + Message);
  return Object;
}

/// Sections that only dropped kernels reach. Works on names and relocations of all objects at once
/// and errs on the side of life: whatever is not reached from a dropped kernel counts as live, a
/// symbol reaches every definition of its name, and so do the names in RootSymbols, which may also
/// be those of sections.
class DeadSections {
public:
  DeadSections(ArrayRef<const InputObject *> AllObjects, const PrunePlan &Plan,
               const StringSet<> &RootSymbols);
  bool isDead(const InputObject &Object, uint32_t Section) const {
    auto It = States.find(&Object);
    return It != States.end() && It->second[Section] == Suspect;
  }

private:
  enum State : uint8_t { Unreached, Suspect, Live };
  using Place = std::pair<const InputObject *, uint32_t>;

  template <class Visit>
  void forEachReferenced(const InputObject &Object, uint32_t Section, Visit V) const;
  static bool mayBeDropped(const ObjectSection &Section);
  State &state(Place P) { return States[P.first][P.second]; }
  void spread(std::vector<Place> Work, State From, State To);

  StringMap<SmallVector<Place, 1>> Definitions;
  DenseMap<const InputObject *, std::vector<State>> States;
};

/// A section that the linker collects when nothing refers to it, going by its kind. Others (vector
/// tables, constructors, notes) are roots.
bool DeadSections::mayBeDropped(const ObjectSection &Section) {
  if (!(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_GNU_RETAIN))
    return false;
  for (StringRef Prefix : {".text.", ".rodata.", ".data.", ".bss.", ".sdata.", ".sbss.", ".tdata.",
                           ".tbss.", ".et_kernels."})
    if (Section.Name.starts_with(Prefix))
      return true;
  for (StringRef Name : {".text", ".rodata", ".data", ".bss"})
    if (Section.Name == Name)
      return true;
  return false;
}

template <class Visit>
void DeadSections::forEachReferenced(const InputObject &Object, uint32_t Section, Visit V) const {
  for (const ObjectRelocation &R : Object.Sections[Section].Relocations) {
    const ObjectSymbol &Symbol = Object.Symbols[R.Symbol];
    if (Symbol.Section != ObjectSymbol::Undefined && Symbol.Section != ObjectSymbol::Elsewhere)
      V(Place{&Object, Symbol.Section});
    if (Symbol.isLocal())
      continue;
    // A symbol defined here may be another object's in the end (weak, COMDAT).
    auto It = Definitions.find(Symbol.Name);
    if (It != Definitions.end())
      for (const Place &P : It->second)
        V(P);
  }
}

void DeadSections::spread(std::vector<Place> Work, State From, State To) {
  while (!Work.empty()) {
    Place P = Work.back();
    Work.pop_back();
    forEachReferenced(*P.first, P.second, [&](Place Next) {
      bool MayGo = From == Suspect || mayBeDropped(Next.first->Sections[Next.second]);
      if (state(Next) == From && MayGo) {
        state(Next) = To;
        Work.push_back(Next);
      }
    });
  }
}

DeadSections::DeadSections(ArrayRef<const InputObject *> AllObjects, const PrunePlan &Plan,
                           const StringSet<> &RootSymbols) {
  // What becomes of intermediate code cannot be told before it is compiled: all that it names
  // lives.
  StringSet<> NamedByOptimiser;
  std::vector<const InputObject *> Objects;
  for (const InputObject *Object : AllObjects) {
    if (Object->IsReplaced)
      for (const ObjectSymbol &Symbol : Object->Symbols)
        NamedByOptimiser.insert(Symbol.Name);
    else
      Objects.push_back(Object);
  }
  for (const InputObject *Object : Objects) {
    States[Object].resize(Object->Sections.size(), Unreached);
    for (const ObjectSymbol &Symbol : Object->Symbols)
      if (!Symbol.isLocal() && !Symbol.isUndefined() && Symbol.Section != ObjectSymbol::Elsewhere)
        Definitions[Symbol.Name].push_back({Object, Symbol.Section});
  }

  std::vector<Place> Dropped;
  for (const KernelRecord *Record : Plan.Dropped)
    for (uint32_t Section : {Record->RecordSection, Record->CodeSection})
      if (!Record->Object->IsReplaced && Section && state({Record->Object, Section}) == Unreached) {
        state({Record->Object, Section}) = Suspect;
        Dropped.push_back({Record->Object, Section});
      }
  spread(Dropped, Unreached, Suspect);

  std::vector<Place> Roots;
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      // What ties an unwind table or debug information to its code does not keep the code.
      const ObjectSection &Section = Object->Sections[I];
      bool Follows = !(Section.Flags & ELF::SHF_ALLOC) || (Section.Flags & ELF::SHF_LINK_ORDER) ||
                     Section.Name == ".eh_frame" || Section.Name.starts_with(RecordSectionPrefix);
      if (state({Object, I}) == Unreached && !Follows)
        Roots.push_back({Object, I});
    }
  for (const PlannedKernel &Kernel : Plan.Kept) {
    // Another library's record may name the same function.
    Place Code{Kernel.Record->Object, Kernel.Record->CodeSection};
    if (Code.second) {
      state(Code) = Live;
      Roots.push_back(Code);
    }
  }
  for (const StringSet<> *Names : {&RootSymbols, &std::as_const(NamedByOptimiser)})
    for (const auto &Root : *Names) {
      auto It = Definitions.find(Root.getKey());
      if (It == Definitions.end())
        continue;
      for (const Place &P : It->second)
        if (state(P) == Suspect) {
          state(P) = Live;
          Roots.push_back(P);
        }
    }
  for (const InputObject *Object : Objects)
    for (uint32_t I = 0; I < Object->Sections.size(); ++I)
      if (state({Object, I}) == Suspect && RootSymbols.contains(Object->Sections[I].Name)) {
        state({Object, I}) = Live;
        Roots.push_back({Object, I});
      }
  spread(Roots, Suspect, Live);
}

} // namespace

Expected<SmallVector<char, 0>> writeTableObject(ArrayRef<PlannedKernel> Kernels,
                                                const TargetInfo &Target,
                                                bool PositionIndependent) {
  return TableWriter(Kernels, Target, PositionIndependent).write();
}

EditMap planEdits(ArrayRef<const InputObject *> Objects, const PrunePlan &Plan,
                  const StringSet<> &RootSymbols, bool TableInScript) {
  EditMap Edits;
  if (Plan.Dropped.empty())
    return Edits;
  DeadSections Dead(Objects, Plan, RootSymbols);

  DenseMap<const InputObject *, bool> HasDropped;
  for (const KernelRecord *Record : Plan.Dropped) {
    if (Record->Object->IsReplaced)
      continue;
    HasDropped[Record->Object] = true;
    const ObjectSection &Section = Record->Object->Sections[Record->RecordSection];
    if (TableInScript || (Section.Flags & ELF::SHF_GNU_RETAIN))
      Edits[Record->Object].ExcludedSections.push_back(Record->RecordSection);
  }
  // Only objects that hold a dropped kernel: the others are loaded for somebody who lives, or are
  // not loaded any more.
  for (const InputObject *Object : Objects) {
    if (!HasDropped.count(Object))
      continue;
    std::vector<bool> UsedByDead(Object->Symbols.size()), UsedByLiving(Object->Symbols.size());
    for (uint32_t I = 0; I < Object->Sections.size(); ++I) {
      const ObjectSection &Section = Object->Sections[I];
      bool IsDead = Dead.isDead(*Object, I);
      if (Section.Flags & ELF::SHF_LINK_ORDER)
        IsDead = Section.Link < Object->Sections.size() && Dead.isDead(*Object, Section.Link);
      for (const ObjectRelocation &R : Section.Relocations)
        (IsDead ? UsedByDead : UsedByLiving)[R.Symbol] = true;
    }
    for (uint32_t I = 0; I < Object->Symbols.size(); ++I) {
      const ObjectSymbol &Symbol = Object->Symbols[I];
      if (Symbol.isUndefined() && Symbol.Binding == ELF::STB_GLOBAL && UsedByDead[I] &&
          !UsedByLiving[I])
        Edits[Object].WeakenedSymbols.push_back(I);
    }
  }
  return Edits;
}

void applyEdits(const InputObject &Object, const ObjectEdits &Edits, MutableArrayRef<char> Bytes) {
  endianness Order = Object.Target.IsLittleEndian ? endianness::little : endianness::big;
  for (uint32_t I : Edits.ExcludedSections) {
    const ObjectSection &Section = Object.Sections[I];
    char *Place = Bytes.data() + Section.FlagsOffset;
    uint64_t Flags = Section.Flags | ELF::SHF_EXCLUDE;
    if (Object.Target.Is64)
      support::endian::write<uint64_t>(Place, Flags, Order);
    else
      support::endian::write<uint32_t>(Place, static_cast<uint32_t>(Flags), Order);
  }
  for (uint32_t I : Edits.WeakenedSymbols) {
    const ObjectSymbol &Symbol = Object.Symbols[I];
    Bytes[Symbol.InfoOffset] = static_cast<char>((ELF::STB_WEAK << 4) | Symbol.Type);
  }
}

} // namespace etprune
