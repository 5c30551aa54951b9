// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program's sections keep their sizes and file offsets, so an edited object needs no new
// layout. An edit changes one field in place. If the symbol table, its strings or its extended
// indices grow, they are written again at the end of the file.

#include "Object/ObjectEdits.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace etprune {

namespace {

/// Writes to a copy of an object's file. A table that grows moves to the file's end.
class ObjectEditor {
public:
  explicit ObjectEditor(const InputObject &Object)
      : Object(Object), Order(Object.Target.byteOrder()),
        Bytes(Object.Buffer.getBuffer().begin(), Object.Buffer.getBuffer().end()) {}

  void exclude(uint32_t Section) {
    writeWord(Object.Sections[Section].FlagsOffset,
              Object.Sections[Section].Flags | ELF::SHF_EXCLUDE);
  }
  void release(uint32_t Section) {
    writeWord(Object.Sections[Section].FlagsOffset,
              Object.Sections[Section].Flags & ~uint64_t(ELF::SHF_GNU_RETAIN));
  }
  void weaken(uint32_t Symbol) {
    Bytes[Object.Symbols[Symbol].InfoOffset] =
        static_cast<char>((ELF::STB_WEAK << 4) | Object.Symbols[Symbol].Type);
  }
  void emptyString(uint32_t Section, uint64_t Offset) {
    const ArrayRef<uint8_t> Data = Object.Sections[Section].Data;
    for (uint64_t I = Offset; I < Data.size() && Data[I]; ++I)
      Bytes[offsetOf(Data) + I] = '\0';
  }
  void addSymbols(ArrayRef<NewSymbol> Symbols);
  /// Changes relocations of symbols in a section to other symbols.
  void retarget(const std::map<uint32_t, uint32_t> &SymbolOfSection);
  SmallVector<char, 0> take() { return std::move(Bytes); }

private:
  size_t offsetOf(ArrayRef<uint8_t> Data) const {
    return reinterpret_cast<const char *>(Data.data()) - Object.Buffer.getBufferStart();
  }
  uint64_t readWord(size_t Offset) const {
    const char *At = Bytes.data() + Offset;
    return Object.Target.Is64 ? support::endian::read<uint64_t>(At, Order)
                              : support::endian::read<uint32_t>(At, Order);
  }
  void writeWord(size_t Offset, uint64_t Value) {
    char *At = Bytes.data() + Offset;
    if (Object.Target.Is64)
      support::endian::write<uint64_t>(At, Value, Order);
    else
      support::endian::write<uint32_t>(At, static_cast<uint32_t>(Value), Order);
  }
  void moveSection(uint32_t Section, ArrayRef<char> Contents);

  const InputObject &Object;
  const endianness Order;
  SmallVector<char, 0> Bytes;
};

void ObjectEditor::moveSection(uint32_t Section, ArrayRef<char> Contents) {
  while (Bytes.size() % 8)
    Bytes.push_back('\0');
  // In both classes, name and type, four bytes each, come before the flags. Address, offset and
  // size, one word each, come after them.
  const size_t Flags = Object.Sections[Section].FlagsOffset, Word = Object.Target.wordSize();
  writeWord(Flags + 2 * Word, Bytes.size());
  writeWord(Flags + 3 * Word, Contents.size());
  Bytes.append(Contents.begin(), Contents.end());
}

void ObjectEditor::addSymbols(ArrayRef<NewSymbol> Symbols) {
  uint32_t Table = 0, Indices = 0;
  for (uint32_t I = 0; I < Object.Sections.size(); ++I) {
    if (Object.Sections[I].Type == ELF::SHT_SYMTAB)
      Table = I;
    if (Object.Sections[I].Type == ELF::SHT_SYMTAB_SHNDX)
      Indices = I;
  }
  const uint32_t Strings = Object.Sections[Table].Link;
  // The contents after the edits so far.
  auto ContentsOf = [&](uint32_t Section) {
    const ArrayRef<uint8_t> Data = Object.Sections[Section].Data;
    const char *Start = Bytes.data() + offsetOf(Data);
    return SmallVector<char, 0>(Start, Start + Data.size());
  };
  SmallVector<char, 0> Names = ContentsOf(Strings), Entries = ContentsOf(Table), More;
  if (Indices)
    More = ContentsOf(Indices);
  auto Append = [&](SmallVectorImpl<char> &To, auto Value) {
    const size_t At = To.size();
    To.resize(At + sizeof(Value));
    support::endian::write(To.data() + At, Value, Order);
  };
  for (const NewSymbol &Symbol : Symbols) {
    const auto Name = static_cast<uint32_t>(Names.size());
    Names.append(Symbol.Name.begin(), Symbol.Name.end());
    Names.push_back('\0');
    const bool IsFar = Symbol.Section >= ELF::SHN_LORESERVE;
    const auto Section = static_cast<uint16_t>(IsFar ? uint32_t(ELF::SHN_XINDEX) : Symbol.Section);
    const uint8_t Type = Symbol.Section ? ELF::STT_FUNC : ELF::STT_NOTYPE;
    Append(Entries, Name);
    if (!Object.Target.Is64) {
      Append(Entries, static_cast<uint32_t>(Symbol.Value));
      Append(Entries, static_cast<uint32_t>(Symbol.Size));
    }
    Append(Entries, static_cast<uint8_t>(ELF::STB_GLOBAL << 4 | Type));
    Append(Entries, static_cast<uint8_t>(ELF::STV_HIDDEN));
    Append(Entries, Section);
    if (Object.Target.Is64) {
      Append(Entries, Symbol.Value);
      Append(Entries, Symbol.Size);
    }
    Append(More, IsFar ? Symbol.Section : uint32_t(0));
  }
  moveSection(Strings, Names);
  moveSection(Table, Entries);
  if (Indices)
    moveSection(Indices, More);
}

void ObjectEditor::retarget(const std::map<uint32_t, uint32_t> &SymbolOfSection) {
  for (const ObjectSection &Section : Object.Sections) {
    const bool IsRela = Section.Type == ELF::SHT_RELA;
    if ((!IsRela && Section.Type != ELF::SHT_REL) ||
        !(Object.Sections[Section.Info].Flags & ELF::SHF_ALLOC))
      continue;
    const size_t Word = Object.Target.wordSize(), Size = (IsRela ? 3 : 2) * Word;
    const unsigned Shift = Object.Target.Is64 ? 32 : 8; // of the symbol in r_info
    for (size_t I = 0; I < Section.Data.size() / Size; ++I) {
      const size_t Offset = offsetOf(Section.Data) + I * Size + Word; // of r_info
      const uint64_t Info = readWord(Offset);
      auto New = SymbolOfSection.find(Object.Symbols[Info >> Shift].Section);
      if (New != SymbolOfSection.end())
        writeWord(Offset,
                  uint64_t(New->second) << Shift | (Info & maskTrailingOnes<uint64_t>(Shift)));
    }
  }
}

} // namespace

SmallVector<char, 0> editedObject(const InputObject &Object, const ObjectEdits &Edits) {
  ObjectEditor Editor(Object);
  for (uint32_t I : Edits.ReleasedSections)
    Editor.release(I);
  for (uint32_t I : Edits.ExcludedSections)
    Editor.exclude(I);
  for (uint32_t I : Edits.WeakenedSymbols)
    Editor.weaken(I);
  for (const auto &[Section, Offset] : Edits.EmptiedStrings)
    Editor.emptyString(Section, Offset);
  std::map<uint32_t, uint32_t> SymbolOfSection;
  for (const auto &[Section, Number] : Edits.Retargeted)
    SymbolOfSection[Section] = static_cast<uint32_t>(Object.Symbols.size() + Number);
  if (!SymbolOfSection.empty())
    Editor.retarget(SymbolOfSection);
  if (!Edits.NewSymbols.empty())
    Editor.addSymbols(Edits.NewSymbols);
  return Editor.take();
}

} // namespace etprune
