// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading an image, in the order in which one part makes the next one readable: header, program
// headers, section headers, symbols, dynamic relocations.
//
// All bytes are read through ElfImageReader::bytesAt() and arrayAt(), which check the range against
// the file with arithmetic that cannot wrap; names are checked to end inside their string table.
// The ELF structures of libObject hold unaligned integers of the file's byte order, so that they
// may be laid over the file's bytes at any offset.
//
// object::ELFFile, which checks such ranges, too, was considered: it does not follow PN_XNUM, names
// neither the file nor the header that is damaged, and gives up on an image because of tables that
// nothing here reads. Its structures are all that could be shared.
//
// Of the dynamic relocations only those count that change what a word holds before main: relative
// ones, whose value is their addend, and others, whose value is not known here. Formats that keep
// the addend in the word itself (REL, RELR) need nothing done for an image taken to be loaded at 0.

#include "Image/ElfImage.h"
#include "Support/Numbers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"
#include "llvm/Object/ELFTypes.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

/// The value of e_phnum that gABI calls PN_XNUM: the real number is in the first section header.
constexpr uint64_t ProgramHeadersInSectionZero = 0xffff;

uint64_t loadAddressOf(const SectionSummary &Section, ArrayRef<ImageSegment> Segments) {
  if (!Section.isAllocated() || Section.isThreadLocalZeros())
    return Section.Address;
  for (const ImageSegment &Segment : Segments)
    if (Segment.Type == ELF::PT_LOAD && Segment.MemorySize != 0 &&
        containsRange(Segment.VirtualAddress, Segment.MemorySize, Section.Address, Section.Size))
      return Segment.PhysicalAddress + (Section.Address - Segment.VirtualAddress);
  return Section.Address;
}

} // namespace

/// Fills an ElfImage from a file of one class and byte order.
template <class ELFT> class ElfImageReader {
public:
  explicit ElfImageReader(ElfImage &Image) : Image(Image), Buffer(Image.Buffer) {}

  Error read() {
    for (auto Part :
         {&ElfImageReader::readHeader, &ElfImageReader::readSegments, &ElfImageReader::readSections,
          &ElfImageReader::readSymbols, &ElfImageReader::readDynamicRelocations})
      if (Error E = (this->*Part)())
        return E;
    return Error::success();
  }

private:
  using Ehdr = typename ELFT::Ehdr;
  using Phdr = typename ELFT::Phdr;
  using Shdr = typename ELFT::Shdr;
  using Sym = typename ELFT::Sym;
  using Dyn = typename ELFT::Dyn;
  using Rel = typename ELFT::Rel;
  using Rela = typename ELFT::Rela;

  Error error(const Twine &Message) const { return Image.error(Message); }
  Expected<StringRef> bytesAt(uint64_t Offset, uint64_t Size, const Twine &What) const;
  template <class T>
  Expected<ArrayRef<T>> arrayAt(uint64_t Offset, uint64_t Count, const Twine &What) const;
  Expected<StringRef> nameAt(StringRef Table, uint64_t Offset, const Twine &What) const;
  /// The first section header holds the counts that do not fit their fields in the ELF header.
  Expected<ArrayRef<Shdr>> firstSectionHeader() const {
    return arrayAt<Shdr>(Header->e_shoff, 1, "section headers");
  }

  Error readHeader();
  Error readSegments();
  Error readSections();
  Error readSymbols();
  Error readDynamicRelocations();
  template <class T> Error readRelocations(uint64_t Address, uint64_t Size);

  ElfImage &Image;
  MemoryBufferRef Buffer;
  const Ehdr *Header = nullptr;
  ArrayRef<Shdr> Headers;
};

template <class ELFT>
Expected<StringRef> ElfImageReader<ELFT>::bytesAt(uint64_t Offset, uint64_t Size,
                                                  const Twine &What) const {
  if (Size == 0) // a segment of zeros alone may be said to lie anywhere
    return StringRef();
  uint64_t Length = Buffer.getBufferSize();
  if (!containsRange(0, Length, Offset, Size))
    return error("truncated: " + What + " at " + hex(Offset) + ", " + Twine(Size) +
                 " bytes long, lie beyond the end of the file, which has " + Twine(Length) +
                 " bytes");
  return Buffer.getBuffer().substr(Offset, Size);
}

template <class ELFT>
template <class T>
Expected<ArrayRef<T>> ElfImageReader<ELFT>::arrayAt(uint64_t Offset, uint64_t Count,
                                                    const Twine &What) const {
  if (Count > Buffer.getBufferSize())
    return error("corrupt: " + Twine(Count) + " " + What + " do not fit the file, which has " +
                 Twine(Buffer.getBufferSize()) + " bytes");
  StringRef Bytes;
  if (Error E = bytesAt(Offset, Count * sizeof(T), What).moveInto(Bytes))
    return E;
  static_assert(alignof(T) == 1, "laid over bytes of any alignment");
  return ArrayRef(reinterpret_cast<const T *>(Bytes.data()), Count);
}

template <class ELFT>
Expected<StringRef> ElfImageReader<ELFT>::nameAt(StringRef Table, uint64_t Offset,
                                                 const Twine &What) const {
  if (Offset == 0 && Table.empty())
    return StringRef();
  size_t End = Offset < Table.size() ? Table.find('\0', Offset) : StringRef::npos;
  if (End == StringRef::npos)
    return error("corrupt: the name of " + What + " does not end within its string table");
  return Table.slice(Offset, End);
}

template <class ELFT> Error ElfImageReader<ELFT>::readHeader() {
  ArrayRef<Ehdr> Found;
  if (Error E = arrayAt<Ehdr>(0, 1, "the bytes of the ELF header").moveInto(Found))
    return E;
  Header = Found.data();
  Image.HeadersEnd = sizeof(Ehdr);
  Image.Header.Machine = Header->e_machine;
  Image.Header.Type = Header->e_type;
  Image.Header.ElfFlags = Header->e_flags;
  Image.Header.Entry = Header->e_entry;
  switch (Image.Header.Type) {
  case ELF::ET_EXEC:
  case ELF::ET_DYN:
    return Error::success();
  case ELF::ET_REL:
    return error("an object file, not a linked image");
  case ELF::ET_CORE:
    return error("a core dump, not a linked image");
  default:
    return error("not a linked image: ELF type " + Twine(Image.Header.Type) + " is unknown");
  }
}

template <class ELFT> Error ElfImageReader<ELFT>::readSegments() {
  uint64_t Count = Header->e_phnum;
  if (Count == ProgramHeadersInSectionZero && Header->e_shoff != 0) {
    ArrayRef<Shdr> First;
    if (Error E = firstSectionHeader().moveInto(First))
      return E;
    Count = First[0].sh_info;
  }
  if (Count == 0)
    return Error::success();
  if (Header->e_phentsize != sizeof(Phdr))
    return error("corrupt: program headers of " + Twine(Header->e_phentsize) +
                 " bytes instead of " + Twine(sizeof(Phdr)));
  ArrayRef<Phdr> Table;
  if (Error E = arrayAt<Phdr>(Header->e_phoff, Count, "program headers").moveInto(Table))
    return E;
  Image.HeadersEnd = std::max<uint64_t>(Image.HeadersEnd, Header->e_phoff + Count * sizeof(Phdr));
  for (auto [Index, P] : enumerate(Table)) {
    const ImageSegment Segment{
        {P.p_type, P.p_flags, P.p_vaddr, P.p_paddr, P.p_filesz, P.p_memsz, /*Hash=*/0}, P.p_offset};
    // Other segments may point anywhere once an image is stripped of what they describe.
    if (Segment.Type == ELF::PT_LOAD || Segment.Type == ELF::PT_DYNAMIC) {
      Expected<StringRef> Content =
          bytesAt(Segment.Offset, Segment.FileSize, "the bytes of segment " + Twine(Index));
      if (!Content)
        return Content.takeError();
      if (Segment.Type == ELF::PT_LOAD && Segment.FileSize > Segment.MemorySize)
        return error("corrupt: segment " + Twine(Index) + " has " + Twine(Segment.FileSize) +
                     " bytes in the file but only " + Twine(Segment.MemorySize) + " in memory");
    }
    Image.Segments.push_back(Segment);
  }
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readSections() {
  if (Header->e_shoff == 0)
    return Error::success();
  if (Header->e_shentsize != sizeof(Shdr))
    return error("corrupt: section headers of " + Twine(Header->e_shentsize) +
                 " bytes instead of " + Twine(sizeof(Shdr)));
  ArrayRef<Shdr> First;
  if (Error E = firstSectionHeader().moveInto(First))
    return E;
  uint64_t Count = Header->e_shnum != 0 ? uint64_t(Header->e_shnum) : uint64_t(First[0].sh_size);
  uint64_t NamesIndex = Header->e_shstrndx != ELF::SHN_XINDEX ? uint64_t(Header->e_shstrndx)
                                                              : uint64_t(First[0].sh_link);
  if (Error E = arrayAt<Shdr>(Header->e_shoff, Count, "section headers").moveInto(Headers))
    return E;
  Image.HeadersEnd = std::max<uint64_t>(Image.HeadersEnd, Header->e_shoff + Count * sizeof(Shdr));
  if (NamesIndex >= Count)
    return error("corrupt: the names of sections are said to be in section " + Twine(NamesIndex) +
                 " of " + Twine(Count));
  StringRef Names;
  if (NamesIndex != 0)
    if (Error E = bytesAt(Headers[NamesIndex].sh_offset, Headers[NamesIndex].sh_size,
                          "the names of sections")
                      .moveInto(Names))
      return E;

  for (uint64_t Index = 1; Index < Count; ++Index) {
    const Shdr &S = Headers[Index];
    StringRef Name;
    if (Error E = nameAt(Names, S.sh_name, "section " + Twine(Index)).moveInto(Name))
      return E;
    ImageSection Section;
    // Names go into JSON and messages, which are UTF-8.
    Section.Name = json::fixUTF8(Name);
    Section.Type = S.sh_type;
    Section.Flags = S.sh_flags;
    Section.Address = S.sh_addr;
    Section.Size = S.sh_size;
    Section.Offset = S.sh_offset;
    Section.LoadAddress = loadAddressOf(Section, Image.Segments);
    if (Section.hasContent()) {
      StringRef Content;
      if (Error E =
              bytesAt(Section.Offset, Section.Size, "the bytes of section '" + Section.Name + "'")
                  .moveInto(Content))
        return E;
      Section.Hash = xxh3_64bits(arrayRefFromStringRef(Content));
    }
    Image.Sections.push_back(std::move(Section));
  }
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readSymbols() {
  auto isOfType = [](uint32_t Type) { return [=](const Shdr &S) { return S.sh_type == Type; }; };
  const Shdr *Table = find_if(Headers, isOfType(ELF::SHT_SYMTAB));
  Image.HasSymbolTable = Table != Headers.end();
  if (!Image.HasSymbolTable)
    Table = find_if(Headers, isOfType(ELF::SHT_DYNSYM));
  if (Table == Headers.end())
    return Error::success();
  if (Table->sh_entsize != sizeof(Sym) || Table->sh_size % sizeof(Sym) != 0)
    return error("corrupt: a symbol table of " + Twine(Table->sh_size) + " bytes with entries of " +
                 Twine(Table->sh_entsize) + " bytes instead of " + Twine(sizeof(Sym)));
  if (Table->sh_link >= Headers.size())
    return error("corrupt: the names of symbols are said to be in section " +
                 Twine(Table->sh_link) + " of " + Twine(Headers.size()));
  const Shdr &NamesHeader = Headers[Table->sh_link];
  StringRef Names;
  if (Error E = bytesAt(NamesHeader.sh_offset, NamesHeader.sh_size, "the names of symbols")
                    .moveInto(Names))
    return E;
  ArrayRef<Sym> Entries;
  if (Error E =
          arrayAt<Sym>(Table->sh_offset, Table->sh_size / sizeof(Sym), "symbols").moveInto(Entries))
    return E;

  Image.Symbols.reserve(Entries.size());
  for (const Sym &S : drop_begin(Entries, std::min<size_t>(1, Entries.size()))) {
    ImageSymbol Symbol;
    if (Error E = nameAt(Names, S.st_name, "a symbol").moveInto(Symbol.Name))
      return E;
    Symbol.Value = S.st_value;
    Symbol.Size = S.st_size;
    Symbol.Type = S.getType();
    Symbol.Binding = S.getBinding();
    Symbol.Undefined = S.st_shndx == ELF::SHN_UNDEF;
    if (S.st_shndx != ELF::SHN_UNDEF && S.st_shndx < Headers.size())
      Symbol.Section = S.st_shndx - 1;
    Image.Symbols.push_back(Symbol);
  }
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readDynamicRelocations() {
  auto Dynamic =
      find_if(Image.Segments, [](const ImageSegment &S) { return S.Type == ELF::PT_DYNAMIC; });
  if (Dynamic == Image.Segments.end())
    return Error::success();
  ArrayRef<Dyn> Entries;
  if (Error E = arrayAt<Dyn>(Dynamic->Offset, Dynamic->FileSize / sizeof(Dyn), "dynamic entries")
                    .moveInto(Entries))
    return E;
  std::map<int64_t, uint64_t> Values;
  for (const Dyn &Entry : Entries) {
    if (Entry.getTag() == ELF::DT_NULL)
      break;
    Values[Entry.getTag()] = Entry.getVal();
  }
  if (Values.count(ELF::DT_ANDROID_RELA))
    return error("its dynamic relocations are packed for Android, which et-prune cannot read; link "
                 "with --pack-dyn-relocs=relr or =none");
  if (Error E = readRelocations<Rela>(Values[ELF::DT_RELA], Values[ELF::DT_RELASZ]))
    return E;
  if (Error E = readRelocations<Rel>(Values[ELF::DT_REL], Values[ELF::DT_RELSZ]))
    return E;
  llvm::sort(Image.Relocations, [](const auto &A, const auto &B) { return A.Address < B.Address; });
  return Error::success();
}

template <class ELFT>
template <class T>
Error ElfImageReader<ELFT>::readRelocations(uint64_t Address, uint64_t Size) {
  constexpr bool HasAddend = std::is_same_v<T, Rela>;
  if (Size == 0)
    return Error::success();
  ArrayRef<uint8_t> Bytes;
  if (Error E = Image.memoryAt(Address).moveInto(Bytes))
    return E;
  if (Size > Bytes.size() || Size % sizeof(T) != 0)
    return error("corrupt: " + Twine(Size) + " bytes of dynamic relocations at " + hex(Address) +
                 " are not a whole number of entries within a segment");
  uint32_t Relative = object::getELFRelativeRelocationType(Image.Header.Machine);
  bool IsMips64EL =
      ELFT::Is64Bits && Image.Header.IsLittleEndian && Image.Header.Machine == ELF::EM_MIPS;
  for (const T &R : ArrayRef(reinterpret_cast<const T *>(Bytes.data()), Size / sizeof(T))) {
    uint32_t Type = R.getType(IsMips64EL);
    // Type 0 is NONE on every machine, and also what is given where there is no relative type.
    if (Type == 0)
      continue;
    if (Type != Relative) {
      Image.Relocations.push_back({R.r_offset, std::nullopt});
      continue;
    }
    if constexpr (HasAddend)
      Image.Relocations.push_back({R.r_offset, uint64_t(int64_t(R.r_addend))});
  }
  return Error::success();
}

Expected<ElfImage> ElfImage::read(MemoryBufferRef Buffer) {
  ElfImage Image(Buffer);
  StringRef Bytes = Buffer.getBuffer();
  if (!Bytes.starts_with("\x7f"
                         "ELF"))
    return Image.error(Bytes.empty() ? "an empty file, not an ELF file" : "not an ELF file");
  if (Bytes.size() < ELF::EI_NIDENT)
    return Image.error("truncated within the ELF header");
  uint8_t Class = Bytes[ELF::EI_CLASS];
  uint8_t Encoding = Bytes[ELF::EI_DATA];
  if (Class != ELF::ELFCLASS32 && Class != ELF::ELFCLASS64)
    return Image.error("corrupt: ELF class " + Twine(unsigned(Class)) + " is unknown");
  if (Encoding != ELF::ELFDATA2LSB && Encoding != ELF::ELFDATA2MSB)
    return Image.error("corrupt: ELF byte order " + Twine(unsigned(Encoding)) + " is unknown");

  const bool Is64Bit = Class == ELF::ELFCLASS64, IsLittle = Encoding == ELF::ELFDATA2LSB;
  Image.Header.Is64Bit = Is64Bit;
  Image.Header.IsLittleEndian = IsLittle;
  Error E = Is64Bit    ? IsLittle ? ElfImageReader<object::ELF64LE>(Image).read()
                                  : ElfImageReader<object::ELF64BE>(Image).read()
               : IsLittle ? ElfImageReader<object::ELF32LE>(Image).read()
                       : ElfImageReader<object::ELF32BE>(Image).read();
  if (E)
    return E;
  return Image;
}

} // namespace etprune
