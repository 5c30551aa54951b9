// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The new object has a header, symbols, their names and four section headers. No section has a
// name.

#include "Object/NamesOnly.h"

#include "Object/ElfTypes.h"

using namespace llvm;
using namespace llvm::object;

namespace etprune {

namespace {

enum : uint32_t { LeftOut = 1, SymbolTable, Names, NumSections };

template <class ELFT> class NamesOnlyWriter {
public:
  using Header = typename ELFT::Ehdr;
  using Section = typename ELFT::Shdr;
  using Symbol = typename ELFT::Sym;

  explicit NamesOnlyWriter(const InputObject &Object) : Object(Object) {
    for (const ObjectSymbol &S : Object.Symbols)
      if (!S.isLocal() && !S.isUndefined())
        add(S);
  }

  SmallVector<char, 0> write() {
    Header H;
    std::memcpy(static_cast<void *>(&H), Object.Buffer.getBufferStart(), sizeof(H));
    const size_t SymbolBytes = Symbols.size() * sizeof(Symbol);
    const size_t AfterNames = alignTo<8>(sizeof(H) + SymbolBytes + Text.size());
    H.e_shoff = AfterNames;
    H.e_shentsize = sizeof(Section);
    H.e_shnum = NumSections;
    H.e_shstrndx = Names;
    set(LeftOut, ELF::SHT_PROGBITS, sizeof(H), 0, 1);
    Sections[LeftOut].sh_flags = ELF::SHF_ALLOC | ELF::SHF_EXCLUDE;
    set(SymbolTable, ELF::SHT_SYMTAB, sizeof(H), SymbolBytes, Object.Target.wordSize());
    Sections[SymbolTable].sh_link = Names;
    Sections[SymbolTable].sh_info = 1; // index of the first global symbol
    Sections[SymbolTable].sh_entsize = sizeof(Symbol);
    set(Names, ELF::SHT_STRTAB, sizeof(H) + SymbolBytes, Text.size(), 1);

    SmallVector<char, 0> Bytes;
    Bytes.reserve(AfterNames + sizeof(Sections));
    append(Bytes, &H, sizeof(H));
    append(Bytes, Symbols.data(), SymbolBytes);
    Bytes.append(Text.begin(), Text.end());
    Bytes.resize(AfterNames);
    append(Bytes, Sections, sizeof(Sections));
    return Bytes;
  }

private:
  static void append(SmallVectorImpl<char> &Bytes, const void *Data, size_t Size) {
    Bytes.append(static_cast<const char *>(Data), static_cast<const char *>(Data) + Size);
  }

  void set(uint32_t Index, uint32_t Type, uint64_t Offset, uint64_t Size, unsigned Alignment) {
    Sections[Index].sh_type = Type;
    Sections[Index].sh_offset = Offset;
    Sections[Index].sh_size = Size;
    Sections[Index].sh_addralign = Alignment;
  }

  void add(const ObjectSymbol &S) {
    Symbol &Added = Symbols.emplace_back();
    std::memcpy(static_cast<void *>(&Added),
                Object.Buffer.getBufferStart() + S.InfoOffset - offsetof(Symbol, st_info),
                sizeof(Symbol));
    Added.st_name = static_cast<uint32_t>(Text.size());
    Text.append(S.Name.begin(), S.Name.end());
    Text.push_back('\0');
    if (S.isInSection()) { // neither absolute nor common
      Added.st_shndx = LeftOut;
      Added.st_value = 0;
    }
  }

  const InputObject &Object;
  Section Sections[NumSections] = {};
  std::vector<Symbol> Symbols = std::vector<Symbol>(1); ///< the first is the null symbol
  std::string Text = std::string(1, '\0');
};

} // namespace

SmallVector<char, 0> namesOnly(const InputObject &Object) {
  return withElfType(Object.Buffer.getBuffer(),
                     [&](auto Type) { return NamesOnlyWriter<decltype(Type)>(Object).write(); });
}

} // namespace etprune
