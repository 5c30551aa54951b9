// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbol table, its string table and SHT_SYMTAB_SHNDX have no room for new symbols. So
// addSymbols() writes these tables again at the end of the file.

#include "Object/ObjectEdits.h"

#include "Object/ElfTypes.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace etprune {

namespace {

template <class T> void append(SmallVectorImpl<char> &To, ArrayRef<T> Values) {
  const auto *Start = reinterpret_cast<const char *>(Values.data());
  To.append(Start, Start + Values.size() * sizeof(T));
}

template <class ELFT> struct ObjectEditor {
  SmallVector<char, 0> run(const ObjectEdits &Edits);
  typename ELFT::Shdr &header(uint32_t Section) {
    const size_t Offset =
        Object.Sections[Section].FlagsOffset - offsetof(typename ELFT::Shdr, sh_flags);
    return *reinterpret_cast<typename ELFT::Shdr *>(Bytes.data() + Offset);
  }
  MutableArrayRef<char> contents(uint32_t Section) {
    const StringRef Data = toStringRef(Object.Sections[Section].Data);
    return {Bytes.data() + (Data.data() - Object.Buffer.getBufferStart()), Data.size()};
  }
  void moveSection(uint32_t Section, ArrayRef<char> Contents);
  void addSymbols(ArrayRef<NewSymbol> Symbols);
  template <class Rel>
  void retarget(uint32_t Table, const std::map<uint32_t, size_t> &SymbolOfSection);

  const InputObject &Object;
  SmallVector<char, 0> Bytes{Object.Buffer.getBufferStart(), Object.Buffer.getBufferEnd()};
};

template <class ELFT>
void ObjectEditor<ELFT>::moveSection(uint32_t Section, ArrayRef<char> Contents) {
  Bytes.resize(alignTo<8>(Bytes.size()));
  header(Section).sh_offset = Bytes.size();
  header(Section).sh_size = Contents.size();
  Bytes.append(Contents.begin(), Contents.end());
}

template <class ELFT> void ObjectEditor<ELFT>::addSymbols(ArrayRef<NewSymbol> Symbols) {
  auto Find = [&](uint32_t Type) {
    auto It = llvm::find_if(Object.Sections, [&](auto &S) { return S.Type == Type; });
    return It == Object.Sections.end() ? 0 : uint32_t(It - Object.Sections.begin());
  };
  const uint32_t Table = Find(ELF::SHT_SYMTAB), Indices = Find(ELF::SHT_SYMTAB_SHNDX);
  const uint32_t Strings = Object.Sections[Table].Link;
  SmallVector<char, 0> Names(contents(Strings)), Entries(contents(Table)), More;
  if (Indices)
    llvm::append_range(More, contents(Indices));
  for (const NewSymbol &Symbol : Symbols) {
    const bool IsFar = Symbol.Section >= ELF::SHN_LORESERVE;
    typename ELFT::Sym Entry = {};
    Entry.st_name = Names.size();
    Entry.setBindingAndType(ELF::STB_GLOBAL, Symbol.Section ? ELF::STT_FUNC : ELF::STT_NOTYPE);
    Entry.st_other = ELF::STV_HIDDEN;
    Entry.st_shndx = IsFar ? uint16_t(ELF::SHN_XINDEX) : Symbol.Section;
    Entry.st_value = Symbol.Value;
    Entry.st_size = Symbol.Size;
    append<typename ELFT::Sym>(Entries, Entry);
    append<typename ELFT::Word>(More, typename ELFT::Word(IsFar ? Symbol.Section : 0));
    append<char>(Names, {Symbol.Name.c_str(), Symbol.Name.size() + 1});
  }
  moveSection(Strings, Names);
  moveSection(Table, Entries);
  if (Indices)
    moveSection(Indices, More);
}

template <class ELFT>
template <class Rel>
void ObjectEditor<ELFT>::retarget(uint32_t Table,
                                  const std::map<uint32_t, size_t> &SymbolOfSection) {
  const MutableArrayRef<char> Data = contents(Table);
  for (Rel &R : MutableArrayRef(reinterpret_cast<Rel *>(Data.data()), Data.size() / sizeof(Rel)))
    if (auto New = SymbolOfSection.find(Object.Symbols[R.getSymbol(false)].Section);
        New != SymbolOfSection.end())
      R.setSymbol(Object.Symbols.size() + New->second, false);
}

template <class ELFT> SmallVector<char, 0> ObjectEditor<ELFT>::run(const ObjectEdits &Edits) {
  for (uint32_t I : Edits.ReleasedSections)
    header(I).sh_flags = Object.Sections[I].Flags & ~uint64_t(ELF::SHF_GNU_RETAIN);
  for (uint32_t I : Edits.ExcludedSections)
    header(I).sh_flags = Object.Sections[I].Flags | ELF::SHF_EXCLUDE;
  for (uint32_t I : Edits.WeakenedSymbols)
    Bytes[Object.Symbols[I].InfoOffset] =
        static_cast<char>((ELF::STB_WEAK << 4) | Object.Symbols[I].Type);
  for (const auto &[Section, Offset] : Edits.EmptiedStrings)
    for (char &C : contents(Section).drop_front(Offset).take_while([](char C) { return C != 0; }))
      C = '\0';
  for (uint32_t I = 0; I < Object.Sections.size() && !Edits.Retargeted.empty(); ++I)
    if (const ObjectSection &Section = Object.Sections[I];
        Section.Type == ELF::SHT_RELA || Section.Type == ELF::SHT_REL) {
      if (!(Object.Sections[Section.Info].Flags & ELF::SHF_ALLOC))
        continue;
      if (Section.Type == ELF::SHT_RELA)
        retarget<typename ELFT::Rela>(I, Edits.Retargeted);
      else
        retarget<typename ELFT::Rel>(I, Edits.Retargeted);
    }
  if (!Edits.NewSymbols.empty())
    addSymbols(Edits.NewSymbols);
  return std::move(Bytes);
}

/// Writes an ELF header, the object's global definitions, their names and four section headers.
template <class ELFT> SmallVector<char, 0> reduced(const InputObject &Object) {
  using Header = typename ELFT::Ehdr;
  using Symbol = typename ELFT::Sym;
  enum : uint32_t { LeftOut = 1, SymbolTable, Names, NumSections };
  const char *File = Object.Buffer.getBufferStart();
  std::vector<Symbol> Symbols(1); // the null symbol
  std::string Text(1, '\0');
  for (const ObjectSymbol &S : Object.Symbols) {
    if (S.isLocal() || S.isUndefined())
      continue;
    const size_t Offset = S.InfoOffset - offsetof(Symbol, st_info);
    Symbol &Added = Symbols.emplace_back(*reinterpret_cast<const Symbol *>(File + Offset));
    Added.st_name = Text.size();
    Text += S.Name.str() + '\0';
    if (S.isInSection()) { // neither absolute nor common
      Added.st_shndx = LeftOut;
      Added.st_value = 0;
    }
  }
  typename ELFT::Shdr Sections[NumSections] = {};
  uint64_t End = sizeof(Header);
  auto Add = [&](uint32_t Index, uint32_t Type, uint64_t Size, unsigned Alignment) {
    Sections[Index].sh_type = Type;
    Sections[Index].sh_offset = End;
    Sections[Index].sh_size = Size;
    Sections[Index].sh_addralign = Alignment;
    End += Size;
  };
  Add(LeftOut, ELF::SHT_PROGBITS, 0, 1);
  Sections[LeftOut].sh_flags = ELF::SHF_ALLOC | ELF::SHF_EXCLUDE;
  Add(SymbolTable, ELF::SHT_SYMTAB, Symbols.size() * sizeof(Symbol), Object.Target.wordSize());
  Sections[SymbolTable].sh_link = Names;
  Sections[SymbolTable].sh_info = 1; // index of the first global symbol
  Sections[SymbolTable].sh_entsize = sizeof(Symbol);
  Add(Names, ELF::SHT_STRTAB, Text.size(), 1);
  Header H = *reinterpret_cast<const Header *>(File);
  H.e_shoff = alignTo<8>(End);
  H.e_shentsize = sizeof(Sections[0]);
  H.e_shnum = NumSections;
  H.e_shstrndx = Names;
  SmallVector<char, 0> Bytes;
  append<Header>(Bytes, H);
  append<Symbol>(Bytes, Symbols);
  append<char>(Bytes, ArrayRef(Text.data(), Text.size()));
  Bytes.resize(H.e_shoff);
  append<typename ELFT::Shdr>(Bytes, Sections);
  return Bytes;
}

} // namespace

SmallVector<char, 0> namesOnly(const InputObject &Object) {
  return withElfType(Object.Buffer.getBuffer(),
                     [&](auto Type) { return reduced<decltype(Type)>(Object); });
}

SmallVector<char, 0> editedObject(const InputObject &Object, const ObjectEdits &Edits) {
  return withElfType(Object.Buffer.getBuffer(),
                     [&](auto Type) { return ObjectEditor<decltype(Type)>{Object}.run(Edits); });
}

} // namespace etprune
