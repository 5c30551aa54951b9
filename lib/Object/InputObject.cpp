// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's ELFFile checks that tables and contents lie within the file. This file also checks section
// and symbol indices, and the total size of the relocation tables.

#include "Object/InputObject.h"

#include "Object/Arch/Arch.h"
#include "Object/ElfTypes.h"
#include "Support/Try.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/Endian.h"

#include <map>

using namespace llvm;
using namespace llvm::object;

namespace etprune {

namespace {

template <class ELFT> Error readSections(const ELFFile<ELFT> &File, InputObject &Object) {
  ASSIGN_OR_RETURN(auto Sections, File.sections());
  ASSIGN_OR_RETURN(auto Names, File.getSectionStringTable(Sections));
  Object.Sections.reserve(Sections.size());
  for (const auto &Header : Sections) {
    ASSIGN_OR_RETURN(auto Name, File.getSectionName(Header, Names));
    ArrayRef<uint8_t> Data;
    if (Header.sh_type != ELF::SHT_NOBITS && Header.sh_type != ELF::SHT_NULL)
      RETURN_IF_ERROR(File.getSectionContents(Header).moveInto(Data));
    const uint64_t FlagsOffset = reinterpret_cast<const uint8_t *>(&Header.sh_flags) - File.base();
    ObjectSection Section{
        Name, Header.sh_type, Header.sh_flags,     Header.sh_link, Header.sh_info,
        Data, Header.sh_size, Header.sh_addralign, FlagsOffset,    Header.sh_entsize};
    if (Name.starts_with(".gnu.lto_"))
      Object.Intermediate = IntermediateCode::Gcc;
    else if (Name == LlvmCodeSectionName)
      Object.Intermediate = IntermediateCode::Llvm;
    // gcc's section begins with two 16-bit version numbers. The next byte is not 0 if the object
    // has no machine code.
    if (Name.starts_with(".gnu.lto_.lto.") && Section.Data.size() > 4 && Section.Data[4] != 0)
      Object.HasMachineCode = false;
    if (Name == ".note.GNU-stack")
      Object.Target.HasGnuStackNote = true;
    if (Name == ".note.gnu.property" && Section.Type == ELF::SHT_NOTE)
      Object.Target.PropertyNotes += toStringRef(Section.Data);
    Object.Sections.push_back(std::move(Section));
  }
  return Error::success();
}

template <class ELFT> Error readSymbols(const ELFFile<ELFT> &File, InputObject &Object) {
  auto Sections = cantFail(File.sections());
  for (const auto &Table : Sections) {
    if (Table.sh_type != ELF::SHT_SYMTAB)
      continue;
    if (!Object.Symbols.empty())
      return createStringError("it has more than one symbol table");
    ASSIGN_OR_RETURN(auto Symbols, File.symbols(&Table));
    ASSIGN_OR_RETURN(auto Strings, File.getStringTableForSymtab(Table, Sections));
    ArrayRef<typename ELFT::Word> ExtendedIndices;
    for (const auto &Other : Sections)
      if (Other.sh_type == ELF::SHT_SYMTAB_SHNDX &&
          Other.sh_link == static_cast<uint32_t>(&Table - &Sections[0])) {
        ASSIGN_OR_RETURN(auto Indices, File.getSHNDXTable(Other, Sections));
        ExtendedIndices = Indices;
      }
    Object.Symbols.reserve(Symbols.size());
    for (size_t I = 0; I < Symbols.size(); ++I) {
      const auto &Symbol = Symbols[I];
      ASSIGN_OR_RETURN(auto Name, Symbol.getName(Strings));
      uint32_t Section = Symbol.st_shndx;
      if (Section == ELF::SHN_XINDEX) {
        if (I >= ExtendedIndices.size())
          return createStringError("symbol " + Twine(I) + " has no extended section index");
        Section = ExtendedIndices[I];
      } else if (Section >= ELF::SHN_LORESERVE) {
        Section = ObjectSymbol::Elsewhere;
      }
      if (Section != ObjectSymbol::Elsewhere && Section >= Object.Sections.size())
        return createStringError("symbol " + Twine(I) + " is in section " + Twine(Section) +
                                 " of " + Twine(Object.Sections.size()));
      Object.Symbols.push_back({Name, Symbol.st_value, Symbol.st_size, Section, Symbol.getBinding(),
                                Symbol.getType(), Symbol.getVisibility(),
                                static_cast<uint64_t>(&Symbol.st_info - File.base())});
    }
  }
  return Error::success();
}

template <class ELFT> Error readRelocations(const ELFFile<ELFT> &File, InputObject &Object) {
  size_t Total = 0;
  // Used only for debug information: the symbols to which the table's earlier relocations refer.
  BitVector Named(Object.Symbols.size());
  auto Add = [&](const auto &Table, auto Read, auto Addend) -> Error {
    if (!Read)
      return Read.takeError();
    // In a damaged file, many relocation tables may share the same bytes. Without this check, their
    // entries could need more memory than the machine has.
    Total += Read->size() * sizeof((*Read)[0]);
    if (Total > File.getBufSize())
      return createStringError(
          "its relocation sections overlap: together, they are larger than the file");
    auto &Target = Object.Sections[Table.sh_info];
    const bool IsDebug = Target.isDebugInformation();
    if (IsDebug)
      Named.reset();
    else
      Target.Relocations.reserve(Target.Relocations.size() + Read->size());
    for (const auto &R : *Read) {
      uint32_t Symbol = R.getSymbol(false);
      if (Symbol >= Object.Symbols.size())
        return createStringError("a relocation of section '" + Target.Name + "' names symbol " +
                                 Twine(Symbol) + " of " + Twine(Object.Symbols.size()));
      if (IsDebug && Named.test(Symbol))
        continue;
      if (IsDebug)
        Named.set(Symbol);
      Target.Relocations.push_back({R.r_offset, R.getType(false), Symbol, Addend(R)});
    }
    return Error::success();
  };
  for (const auto &Table : cantFail(File.sections())) {
    bool IsRela = Table.sh_type == ELF::SHT_RELA;
    if (!IsRela && Table.sh_type != ELF::SHT_REL)
      continue;
    if (Table.sh_info == 0 || Table.sh_info >= Object.Sections.size())
      return createStringError("a relocation section applies to section " + Twine(Table.sh_info) +
                               " of " + Twine(Object.Sections.size()));
    if (Error E = IsRela ? Add(Table, File.relas(Table), [](const auto &R) { return R.r_addend; })
                         : Add(Table, File.rels(Table), [](const auto &) { return 0; }))
      return E;
  }
  return Error::success();
}

template <class ELFT> Error readObject(InputObject &Object) {
  ASSIGN_OR_RETURN(auto File, ELFFile<ELFT>::create(Object.Buffer.getBuffer()));
  const auto &Header = File.getHeader();
  if (Header.e_type != ELF::ET_REL)
    return createStringError("it is an ELF file, but not a relocatable object");
  Object.Target.Machine = Header.e_machine;
  Object.Target.Is64 = ELFT::Is64Bits;
  Object.Target.IsLittleEndian = ELFT::Endianness == endianness::little;
  Object.Target.OSABI = Header.e_ident[ELF::EI_OSABI];
  Object.Target.Flags = Header.e_flags;
  RETURN_IF_ERROR(readSections(File, Object));
  RETURN_IF_ERROR(readSymbols(File, Object));
  return readRelocations(File, Object);
}

} // namespace

Expected<uint32_t> TargetInfo::absoluteRelocation() const {
  const Arch *A = Arch::find(Machine);
  if (auto Type = A ? (Is64 ? A->Absolute64 : A->Absolute32) : std::nullopt)
    return *Type;
  return createStringError("machine " + Twine(Machine) + " with words of " + Twine(8 * wordSize()) +
                           " bits is not supported; et-prune supports " + Arch::names());
}

bool TargetInfo::usesRela() const {
  const Arch *A = Arch::find(Machine);
  return !A || A->UsesRela;
}

Expected<std::unique_ptr<InputObject>> InputObject::parse(MemoryBufferRef Buffer,
                                                          std::string Name) {
  auto Object = std::make_unique<InputObject>();
  Object->Name = std::move(Name);
  Object->Buffer = Buffer;
  if (identify_magic(Buffer.getBuffer()) == file_magic::bitcode) {
    Object->Intermediate = IntermediateCode::Llvm;
    Object->HasMachineCode = false;
    return Object;
  }
  const StringRef Bytes = Buffer.getBuffer();
  const auto [Class, Data] = getElfArchType(Bytes);
  if (!Bytes.starts_with(ELF::ElfMagic))
    return Object->error("it is not an ELF object");
  if ((Class != ELF::ELFCLASS32 && Class != ELF::ELFCLASS64) ||
      (Data != ELF::ELFDATA2LSB && Data != ELF::ELFDATA2MSB))
    return Object->error("its ELF header has an unknown class or byte order");
  if (Error E = withElfType(Bytes, [&](auto Type) { return readObject<decltype(Type)>(*Object); }))
    return Object->error(toString(std::move(E)));
  return Object;
}

Error InputObject::error(const Twine &Message) const {
  return createStringError("cannot read '" + Name + "': " + Message);
}

bool ObjectSection::isDebugInformation() const {
  const StringRef Prefix = Type == ELF::SHT_RELA ? ".rela" : Type == ELF::SHT_REL ? ".rel" : "";
  StringRef Contents = Name;
  Contents.consume_front(Prefix);
  return !(Flags & ELF::SHF_ALLOC) && Contents.starts_with(".debug_");
}

bool ObjectSection::isMergeable() const {
  return (Flags & ELF::SHF_MERGE) && !(Flags & ELF::SHF_WRITE) && EntrySize && Relocations.empty();
}

Expected<uint64_t> InputObject::wordAt(uint32_t Section, uint64_t Offset) const {
  const ArrayRef<uint8_t> Data = Sections[Section].Data;
  if (Offset > Data.size() || Data.size() - Offset < Target.wordSize())
    return error("section '" + Sections[Section].Name + "' ends before offset " + Twine(Offset));
  const uint8_t *Word = Data.data() + Offset;
  return Target.Is64 ? support::endian::read<uint64_t>(Word, Target.byteOrder())
                     : support::endian::read<uint32_t>(Word, Target.byteOrder());
}

Expected<int64_t> InputObject::wordAddend(uint32_t Section, const ObjectRelocation &R) const {
  const Arch *A = Arch::find(Target.Machine);
  const WordForm *Form = A ? A->wordForm(R.Type) : nullptr;
  if (Target.usesRela() && !(Form && Form->AddsWord))
    return R.Addend;
  ASSIGN_OR_RETURN(auto Word, wordAt(Section, R.Offset));
  return R.Addend + static_cast<int32_t>(Word);
}

Expected<StringRef> InputObject::stringAt(uint32_t Section, uint64_t Offset) const {
  const StringRef Bytes = toStringRef(Sections[Section].Data);
  const size_t End = Offset < Bytes.size() ? Bytes.find('\0', Offset) : StringRef::npos;
  if (End == StringRef::npos)
    return error("no string ends after offset " + Twine(Offset) + " of section '" +
                 Sections[Section].Name + "'");
  return Bytes.slice(Offset, End);
}

/// The first word of an entry is the size of the rest. In a function's entry (FDE), the second word
/// is the distance from the second word back to the common entry (CIE). In a common entry, the
/// second word is 0 (Linux Standard Base Core, "Exception Frames").
std::vector<UnwindEntry> InputObject::unwindEntries(uint32_t Section) const {
  const ObjectSection &Frames = Sections[Section];
  std::multimap<uint64_t, const ObjectRelocation *> ByOffset;
  for (const ObjectRelocation &R : Frames.Relocations)
    ByOffset.emplace(R.Offset, &R);
  auto Within = [&](uint64_t Start, uint64_t End) {
    return make_second_range(make_range(ByOffset.lower_bound(Start), ByOffset.lower_bound(End)));
  };
  auto Word = [&](uint64_t Offset) -> uint64_t {
    return support::endian::read<uint32_t>(Frames.Data.data() + Offset, Target.byteOrder());
  };
  std::vector<UnwindEntry> Entries;
  for (uint64_t Offset = 0; Frames.Data.size() - Offset >= 8;) {
    const uint64_t Size = Word(Offset) + 4, ToCommon = Word(Offset + 4);
    if (Size < 8 || Size > Frames.Data.size() - Offset)
      break;
    auto Own = Within(Offset, Offset + Size);
    if (ToCommon != 0 && !Own.empty()) {
      UnwindEntry &Entry = Entries.emplace_back(UnwindEntry{Size, *Own.begin(), {}});
      llvm::append_range(Entry.Others, drop_begin(Own));
      const uint64_t Common = Offset + 4 - ToCommon;
      if (Common < Offset)
        llvm::append_range(Entry.Others, Within(Common, Common + Word(Common) + 4));
    }
    Offset += Size;
  }
  return Entries;
}

} // namespace etprune
