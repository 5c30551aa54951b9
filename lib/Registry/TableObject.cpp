// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table object comes second in the link. The first object must stay the first, because GNU ld
// takes the ABI, the order of properties and the place of `.plt` and `.eh_frame` from the first
// object. The archives come later, so that the linker loads the kernels to which the table refers.
//
// The table is in `.data.rel.ro` only if the link's options need it (`-pie`, `-shared`), because
// `.data.rel.ro` takes RAM in firmware at a fixed address.
//
// LLVM's ObjectYAML writes the table object. It is LLVM's only object writer that takes machine,
// flags and sections as given.
//
// The table object has the properties of the link's first object: machine, e_flags, OSABI, a stack
// note and the bytes of the property note. Linkers combine the properties of all objects by AND, OR
// or maximum, or require equal values. Equal properties therefore change neither the image nor the
// linker's reports (-z cet-report, -z force-bti). The table object has no build attributes
// (.ARM.attributes, .riscv.attributes), because linkers that merge build attributes ignore an
// object without them.

#include "Registry/TableRewrite.h"

#include "Object/Arch/Arch.h"
#include "Object/RecordNames.h"
#include "Support/Try.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/StringTableBuilder.h"
#include "llvm/ObjectYAML/ELFYAML.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>

using namespace llvm;

namespace etprune {

namespace {

struct TableWriter {
  Expected<SmallVector<char, 0>> write();
  void addRecords();
  void addSymbol(StringRef Name, uint8_t Binding, uint8_t Type, StringRef Section, uint64_t Value);
  void addBorder(StringRef Name, uint64_t Offset) {
    addSymbol(Name, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, Offset);
    Symbols.back().Other = ELF::STV_HIDDEN;
  }
  void addUndefined(StringRef Name) {
    if (Undefined.insert(Name).second) // two records may have the same function
      addSymbol(Name, ELF::STB_GLOBAL, ELF::STT_NOTYPE, "", 0);
  }
  template <class SectionT>
  SectionT &addSection(StringRef Name, uint32_t Type, uint64_t Flags, uint64_t Align);
  ELFYAML::RawContentSection &addContents(StringRef Name, uint32_t Type, uint64_t Flags,
                                          uint64_t Align, ArrayRef<char> Contents) {
    auto &Section = addSection<ELFYAML::RawContentSection>(Name, Type, Flags, Align);
    Section.Content = yaml::BinaryRef(arrayRefFromStringRef({Contents.data(), Contents.size()}));
    return Section;
  }
  void addRelocations(StringRef Section, std::vector<ELFYAML::Relocation> List);
  void appendWord(std::vector<char> &To, uint64_t Value);
  void addSymbols();
  Error addInitializers();

  const ArrayRef<TableEntry> Entries;
  const TargetInfo &Target;
  const bool PositionIndependent;
  const RegistryParts &Parts;
  const uint32_t PointerType; ///< type of the relocations of words that hold addresses
  const StringRef TableName = PositionIndependent ? RelocatedTableSectionName : TableSectionName;
  ELFYAML::Object Doc = {};
  std::vector<ELFYAML::Symbol> Symbols = {};
  StringSet<> Undefined = {};
  std::vector<ELFYAML::Relocation> Relocations = {};
  std::vector<char> Table = {}, Slots = {};
  CodeFragment Call = {};
  std::deque<std::string> RelocationNames = {};          // deque: StringRefs to these stay valid
  StringTableBuilder Strings{StringTableBuilder::DWARF}; // DWARF: each string ends with NUL
};

void TableWriter::appendWord(std::vector<char> &To, uint64_t Value) {
  char Word[8];
  if (Target.Is64)
    support::endian::write<uint64_t>(Word, Value, Target.byteOrder());
  else
    support::endian::write<uint32_t>(Word, static_cast<uint32_t>(Value), Target.byteOrder());
  To.insert(To.end(), Word, Word + Target.wordSize());
}

ELFYAML::Relocation relocation(uint64_t Offset, uint32_t Type, StringRef Symbol, int64_t Addend) {
  return {yaml::Hex64(Offset), Addend, ELFYAML::ELF_REL(Type), Symbol};
}

/// A function that passes the table and the number of its entries to `Function`.
Expected<CodeFragment> registrationCall(StringRef Function, const TargetInfo &Target,
                                        bool PositionIndependent, uint32_t Count) {
  if (const Arch *A = Arch::find(Target.Machine); A && Target.IsLittleEndian)
    if (auto Code = A->tailCall(Function, TableStartSymbol, Count, PositionIndependent))
      return std::move(*Code);
  return createStringError(
      "et-prune cannot write the function that registers the selected kernels at program start, "
      "because et-prune does not support the machine or byte order of the link\n>>> the program "
      "needs the function, because other code may also register kernels\n>>> replace ExecuTorch's "
      "registry by runtime/executorch/operator_registry.cpp, which needs no such function");
}

void TableWriter::addRecords() {
  auto AddPointer = [&](StringRef Symbol, uint64_t Addend) {
    Relocations.push_back(
        relocation(Table.size(), PointerType, Symbol, Target.usesRela() ? Addend : 0));
    appendWord(Table, Target.usesRela() ? 0 : Addend);
  };
  for (const auto &[Record, Key] : Entries) {
    AddPointer(TableStringsName, Strings.add(Record->Op));
    if (Key)
      AddPointer(TableStringsName, Strings.add(*Key));
    else if (Parts.EntryWords == 3)
      appendWord(Table, 0);
    AddPointer(Record->Symbol, 0);
  }
}

void TableWriter::addSymbol(StringRef Name, uint8_t Binding, uint8_t Type, StringRef Section,
                            uint64_t Value) {
  ELFYAML::Symbol &Symbol = Symbols.emplace_back();
  Symbol.Name = Name;
  Symbol.Binding = ELFYAML::ELF_STB(Binding);
  Symbol.Type = ELFYAML::ELF_STT(Type);
  if (!Section.empty())
    Symbol.Section = Section;
  Symbol.Value = yaml::Hex64(Value);
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

void TableWriter::addRelocations(StringRef Section, std::vector<ELFYAML::Relocation> List) {
  auto &Added = addSection<ELFYAML::RelocationSection>(
      RelocationNames.emplace_back((Target.usesRela() ? ".rela" : ".rel") + Section.str()),
      Target.usesRela() ? ELF::SHT_RELA : ELF::SHT_REL, ELF::SHF_INFO_LINK, Target.wordSize());
  Added.RelocatableSec = Section;
  Added.Relocations = std::move(List);
}

/// Adds the symbols of the table, and the undefined symbols to which the object refers. If the link
/// needs TableCountSymbol or RegisteredKernelsSymbol, adds the symbol's word after the table. A
/// separate section for the word could need padding.
void TableWriter::addSymbols() {
  addSymbol(TableStringsName, ELF::STB_LOCAL, ELF::STT_SECTION, TableStringsName, 0);
  addBorder(TableStartSymbol, 0);
  addBorder(TableMissingSymbol, 0);
  addBorder(TableEndSymbol, Table.size());
  if (Parts.IsStorage) {
    addBorder(TableStorageSymbol, 0);
    addBorder(TableCountSymbol, Table.size());
    appendWord(Table, Entries.size());
  }
  if (Parts.IsAllKernels) {
    addBorder(RegisteredKernelsSymbol, Table.size());
    appendWord(Table, 0);
  }
  for (const TableEntry &Entry : Entries)
    addUndefined(Entry.Record->Symbol);
  for (const std::string &Name : Parts.Undefined)
    addUndefined(Name);
}

/// Adds .init_array: the call of Parts.RegisterFunction with the table, and Parts.Initializer.
Error TableWriter::addInitializers() {
  std::vector<ELFYAML::Relocation> Pointers;
  auto AddPointer = [&](StringRef Function) {
    Pointers.push_back(relocation(Slots.size(), PointerType, Function, 0));
    appendWord(Slots, 0);
  };
  if (!Parts.RegisterFunction.empty()) {
    ASSIGN_OR_RETURN(Call, registrationCall(Parts.RegisterFunction, Target, PositionIndependent,
                                            Entries.size()));
    addContents(TableCodeName, ELF::SHT_PROGBITS, ELF::SHF_ALLOC | ELF::SHF_EXECINSTR, 4,
                Call.Bytes);
    std::vector<ELFYAML::Relocation> List;
    for (const CodeFragment::Relocation &R : Call.Relocations)
      List.push_back(relocation(R.Offset, R.Type, R.Symbol, R.Addend));
    addRelocations(TableCodeName, std::move(List));
    for (const auto &[Name, Value] : Call.Labels)
      addSymbol(Name, ELF::STB_LOCAL, ELF::STT_NOTYPE, TableCodeName, Value);
    addSymbol(RegistrationCallName, ELF::STB_LOCAL, ELF::STT_FUNC, TableCodeName,
              Arch::hasThumb(Target.Machine));
    addUndefined(Parts.RegisterFunction);
    AddPointer(RegistrationCallName);
  }
  if (!Parts.Initializer.empty()) {
    addUndefined(Parts.Initializer);
    AddPointer(Parts.Initializer);
  }
  if (Pointers.empty())
    return Error::success();
  addContents(".init_array", ELF::SHT_INIT_ARRAY, ELF::SHF_ALLOC | ELF::SHF_WRITE,
              Target.wordSize(), Slots);
  addRelocations(".init_array", std::move(Pointers));
  return Error::success();
}

Expected<SmallVector<char, 0>> TableWriter::write() {
  Doc.Header.Class = ELFYAML::ELF_ELFCLASS(Target.Is64 ? ELF::ELFCLASS64 : ELF::ELFCLASS32);
  Doc.Header.Data =
      ELFYAML::ELF_ELFDATA(Target.IsLittleEndian ? ELF::ELFDATA2LSB : ELF::ELFDATA2MSB);
  Doc.Header.OSABI = ELFYAML::ELF_ELFOSABI(Target.OSABI);
  Doc.Header.Type = ELFYAML::ELF_ET(ELF::ET_REL);
  Doc.Header.Machine = ELFYAML::ELF_EM(Target.Machine);
  Doc.Header.Flags = ELFYAML::ELF_EF(Target.Flags);

  addRecords();
  addSymbols();

  const unsigned Word = Target.wordSize();
  addContents(TableName, ELF::SHT_PROGBITS,
              PositionIndependent ? ELF::SHF_ALLOC | ELF::SHF_WRITE : ELF::SHF_ALLOC, Word, Table);
  addRelocations(TableName, Relocations);
  SmallString<0> StringBytes;
  raw_svector_ostream StringStream(StringBytes);
  Strings.finalizeInOrder();
  Strings.write(StringStream);
  addContents(TableStringsName, ELF::SHT_PROGBITS,
              ELF::SHF_ALLOC | ELF::SHF_MERGE | ELF::SHF_STRINGS, 1, StringBytes)
      .EntSize = yaml::Hex64(1);
  RETURN_IF_ERROR(addInitializers());
  if (!Target.PropertyNotes.empty())
    addContents(".note.gnu.property", ELF::SHT_NOTE, ELF::SHF_ALLOC, Word,
                ArrayRef<char>(Target.PropertyNotes.data(), Target.PropertyNotes.size()));
  if (Target.HasGnuStackNote)
    addSection<ELFYAML::RawContentSection>(".note.GNU-stack", ELF::SHT_PROGBITS, 0, 1);
  llvm::stable_sort(Symbols, [](const ELFYAML::Symbol &A, const ELFYAML::Symbol &B) {
    return uint8_t(A.Binding) == ELF::STB_LOCAL && uint8_t(B.Binding) != ELF::STB_LOCAL;
  });
  Doc.Symbols = Symbols;

  SmallVector<char, 0> Object;
  raw_svector_ostream OS(Object);
  std::string Message;
  if (!yaml::yaml2elf(Doc, OS, [&](const Twine &M) { Message = M.str(); }, UINT64_MAX))
    return createStringError("cannot write the registration table: " + Message);
  return Object;
}

} // namespace

Expected<SmallVector<char, 0>> writeTableObject(ArrayRef<TableEntry> Entries,
                                                const TargetInfo &Target, bool PositionIndependent,
                                                const RegistryParts &Parts) {
  ASSIGN_OR_RETURN(auto PointerType, Target.absoluteRelocation());
  return TableWriter{Entries, Target, PositionIndependent, Parts, PointerType}.write();
}

} // namespace etprune
