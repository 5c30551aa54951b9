// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table object is described in the terms of LLVM's ObjectYAML, whose writer lays the file out;
// it is the one object writer of LLVM that takes machine, flags and sections as they are given,
// and here they must be those of an object of the link: linkers compare them, and derive the
// image's ABI and security properties from those of all objects.

#include "Registry/TableObject.h"

#include "Object/RecordNames.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/ObjectYAML/ELFYAML.h"
#include "llvm/ObjectYAML/yaml2obj.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>
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
  TableWriter(ArrayRef<PlannedKernel> Kernels, const TargetInfo &Target, bool PositionIndependent,
              const RegistryParts &Parts)
      : Kernels(Kernels), Target(Target), Parts(Parts), PositionIndependent(PositionIndependent),
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
  void addRelocations(StringRef Section, std::vector<ELFYAML::Relocation> List);

  ArrayRef<PlannedKernel> Kernels;
  const TargetInfo &Target;
  const RegistryParts &Parts;
  const bool PositionIndependent;
  const StringRef TableName;
  const uint64_t TableFlags;
  ELFYAML::Object Doc;
  std::vector<ELFYAML::Symbol> Symbols;
  std::vector<ELFYAML::Relocation> Relocations;
  std::vector<char> Table;
  std::deque<std::string> RelocationNames; // of sections, which refer to them
  StringSection Strings;
};

/// The word at the end of a text, in the target's order.
void appendWord(std::vector<char> &To, uint64_t Value, const TargetInfo &Target) {
  char Word[8];
  endianness Order = Target.IsLittleEndian ? endianness::little : endianness::big;
  if (Target.Is64)
    support::endian::write<uint64_t>(Word, Value, Order);
  else
    support::endian::write<uint32_t>(Word, static_cast<uint32_t>(Value), Order);
  To.insert(To.end(), Word, Word + Target.wordSize());
}

ELFYAML::Relocation relocation(uint64_t Offset, uint32_t Type, StringRef Symbol, int64_t Addend) {
  ELFYAML::Relocation R;
  R.Offset = Offset;
  R.Type = ELFYAML::ELF_REL(Type);
  R.Symbol = Symbol;
  R.Addend = Addend;
  return R;
}

constexpr StringLiteral RegistrationCallName = "et_register_kernel_table";
constexpr StringLiteral LabelName = ".Let_table";

/// `register_kernels({table, count})` as a function: the two are passed in the first two argument
/// registers, and what the callee returns is of no interest. It starts with what marks the target
/// of an indirect branch, which is no operation where nobody asks for it.
struct RegistrationCall {
  std::vector<char> Code;
  std::vector<ELFYAML::Relocation> Relocations;
  std::vector<std::pair<StringRef, uint64_t>> Labels;
};

Expected<RegistrationCall> registrationCall(const TargetInfo &Target, bool PositionIndependent,
                                            uint32_t Count) {
  RegistrationCall Call;
  auto Emit = [&](uint32_t Value, unsigned Size) {
    for (unsigned I = 0; I < Size; ++I)
      Call.Code.push_back(static_cast<char>(Value >> 8 * I));
  };
  auto Relocate = [&](uint32_t Type, StringRef Symbol, int64_t Addend = 0) {
    Call.Relocations.push_back(relocation(Call.Code.size(), Type, Symbol, Addend));
  };
  if (!Target.IsLittleEndian)
    return createStringError("kernels that are registered at run time cannot be selected on "
                             "big-endian machines");
  switch (Target.Machine) {
  case ELF::EM_X86_64:
    Emit(0xfa1e0ff3, 4); // endbr64
    Emit(0x3d8d48, 3);   // lea table(%rip), %rdi
    Relocate(ELF::R_X86_64_PC32, TableStartSymbol, -4);
    Emit(0, 4);
    Emit(0xbe, 1); // mov $count, %esi
    Emit(Count, 4);
    Emit(0xe9, 1); // jmp register_kernels
    Relocate(ELF::R_X86_64_PLT32, RegisterKernelsSymbol, -4);
    Emit(0, 4);
    return Call;
  case ELF::EM_AARCH64:
    Emit(0xd503245f, 4); // bti c
    Relocate(ELF::R_AARCH64_ADR_PREL_PG_HI21, TableStartSymbol);
    Emit(0x90000000, 4); // adrp x0, table
    Relocate(ELF::R_AARCH64_ADD_ABS_LO12_NC, TableStartSymbol);
    Emit(0x91000000, 4);                         // add x0, x0, :lo12:table
    Emit(0xd2800001 | (Count & 0xffff) << 5, 4); // mov x1, count
    Emit(0xf2a00001 | (Count >> 16) << 5, 4);    // movk x1, count >> 16, lsl 16
    Relocate(ELF::R_AARCH64_JUMP26, RegisterKernelsSymbol);
    Emit(0x14000000, 4); // b register_kernels
    return Call;
  case ELF::EM_ARM:
    if (PositionIndependent)
      break;
    // Thumb code that every processor with Thumb has.
    Call.Labels = {{"$t", 0}, {"$d", 8}};
    Emit(0x4801, 2); // ldr r0, [pc, #4]
    Emit(0x4902, 2); // ldr r1, [pc, #8]
    Emit(0x4a02, 2); // ldr r2, [pc, #8]
    Emit(0x4710, 2); // bx r2
    Relocate(ELF::R_ARM_ABS32, TableStartSymbol);
    Emit(0, 4);
    Emit(Count, 4);
    Relocate(ELF::R_ARM_ABS32, RegisterKernelsSymbol);
    Emit(0, 4);
    return Call;
  case ELF::EM_RISCV: {
    const uint32_t Upper = (Count + 0x800) >> 12;
    Call.Labels = {{LabelName, 0}};
    Relocate(ELF::R_RISCV_PCREL_HI20, TableStartSymbol);
    Emit(0x00000517, 4); // auipc a0, table
    Relocate(ELF::R_RISCV_PCREL_LO12_I, LabelName);
    Emit(0x00050513, 4);                 // addi a0, a0, table
    Emit(0x000005b7 | Upper << 12, 4);   // lui a1, count
    Emit(0x00058593 | (Count << 20), 4); // addi a1, a1, count
    Relocate(ELF::R_RISCV_CALL_PLT, RegisterKernelsSymbol);
    Emit(0x00000317, 4); // tail register_kernels
    Emit(0x00030067, 4);
    return Call;
  }
  }
  return createStringError(
      "kernels that are registered at run time cannot be selected on this machine while something "
      "else registers kernels, too");
}

void TableWriter::addPointer(StringRef Symbol, uint64_t Addend, uint32_t RelocationType) {
  Relocations.push_back(
      relocation(Table.size(), RelocationType, Symbol, Target.usesRela() ? Addend : 0));
  appendWord(Table, Target.usesRela() ? 0 : Addend, Target);
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

void TableWriter::addRelocations(StringRef Section, std::vector<ELFYAML::Relocation> List) {
  auto &Added = addSection<ELFYAML::RelocationSection>(
      RelocationNames.emplace_back((Target.usesRela() ? ".rela" : ".rel") + Section.str()),
      Target.usesRela() ? ELF::SHT_RELA : ELF::SHT_REL, ELF::SHF_INFO_LINK, Target.wordSize());
  Added.RelocatableSec = Section;
  Added.Relocations = std::move(List);
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
  if (Parts.IsStorage) {
    addSymbol(TableStorageSymbol, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, 0, true);
    // In the same section, so that the linker need not fill up to a word once more.
    addSymbol(TableCountSymbol, ELF::STB_GLOBAL, ELF::STT_OBJECT, TableName, Table.size(), true);
    appendWord(Table, Kernels.size(), Target);
  }
  StringSet<> Functions; // two records may share one
  for (const PlannedKernel &Kernel : Kernels)
    if (Functions.insert(Kernel.Record->Symbol).second)
      addSymbol(Kernel.Record->Symbol, ELF::STB_GLOBAL, ELF::STT_NOTYPE, "", 0, false);

  unsigned Word = Target.wordSize();
  auto &TableSection =
      addSection<ELFYAML::RawContentSection>(TableName, ELF::SHT_PROGBITS, TableFlags, Word);
  TableSection.Content = yaml::BinaryRef(bytesOf(Table));
  addRelocations(TableName, Relocations);
  auto &StringsSection = addSection<ELFYAML::RawContentSection>(
      TableStringsName, ELF::SHT_PROGBITS, ELF::SHF_ALLOC | ELF::SHF_MERGE | ELF::SHF_STRINGS, 1);
  StringsSection.EntSize = yaml::Hex64(1);
  StringsSection.Content = yaml::BinaryRef(bytesOf(Strings.Data));
  std::vector<char> Slots;
  RegistrationCall Call;
  std::vector<StringRef> Initializers;
  if (Parts.CallsRegister) {
    auto Code = registrationCall(Target, PositionIndependent, Kernels.size());
    if (!Code)
      return Code.takeError();
    Call = std::move(*Code);
    addSection<ELFYAML::RawContentSection>(TableCodeName, ELF::SHT_PROGBITS,
                                           ELF::SHF_ALLOC | ELF::SHF_EXECINSTR, 4)
        .Content = yaml::BinaryRef(bytesOf(Call.Code));
    addRelocations(TableCodeName, Call.Relocations);
    for (const auto &[Name, Value] : Call.Labels)
      addSymbol(Name, ELF::STB_LOCAL, ELF::STT_NOTYPE, TableCodeName, Value, false);
    addSymbol(RegistrationCallName, ELF::STB_LOCAL, ELF::STT_FUNC, TableCodeName,
              Target.Machine == ELF::EM_ARM, false);
    addSymbol(RegisterKernelsSymbol, ELF::STB_GLOBAL, ELF::STT_NOTYPE, "", 0, false);
    Initializers.push_back(RegistrationCallName);
  }
  if (!Parts.Initializer.empty()) {
    Initializers.push_back(Parts.Initializer);
    addSymbol(Parts.Initializer, ELF::STB_GLOBAL, ELF::STT_NOTYPE, "", 0, false);
  }
  if (!Initializers.empty()) {
    std::vector<ELFYAML::Relocation> Pointers;
    for (StringRef Function : Initializers) {
      Pointers.push_back(relocation(Slots.size(), *RelocationType, Function, 0));
      appendWord(Slots, 0, Target);
    }
    addSection<ELFYAML::RawContentSection>(".init_array", ELF::SHT_INIT_ARRAY,
                                           ELF::SHF_ALLOC | ELF::SHF_WRITE, Word)
        .Content = yaml::BinaryRef(bytesOf(Slots));
    addRelocations(".init_array", std::move(Pointers));
  }
  if (!Target.PropertyNotes.empty())
    addSection<ELFYAML::RawContentSection>(".note.gnu.property", ELF::SHT_NOTE, ELF::SHF_ALLOC,
                                           Word)
        .Content = yaml::BinaryRef(arrayRefFromStringRef(Target.PropertyNotes));
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

Expected<SmallVector<char, 0>> writeTableObject(ArrayRef<PlannedKernel> Kernels,
                                                const TargetInfo &Target, bool PositionIndependent,
                                                const RegistryParts &Parts) {
  return TableWriter(Kernels, Target, PositionIndependent, Parts).write();
}

} // namespace etprune
