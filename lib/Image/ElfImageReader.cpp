// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an image. libObject's ELFFile finds the tables. ELFFile checks that each table is within
// the file, and that each name ends within its string table. ELFFile does not check that segments
// are within the file, so the reader does. More than 65,534 segments (PN_XNUM) are not supported;
// no firmware has so many.
//
// Image.Relocations lists the words that the loader changes before main if it loads the image at
// address 0. A relative RELA relocation sets the word to the relocation's addend. REL and RELR keep
// the addend in the word, so their relative relocations change nothing and are not in the list. For
// other relocations the value is empty, because the reader does not look up symbols.

#include "Image/ElfImage.h"

#include "Object/ElfTypes.h"
#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace llvm;

namespace etprune {

namespace {

uint64_t loadAddressOf(const SectionSummary &Section, ArrayRef<ImageSegment> Segments) {
  if (!Section.isAllocated() || Section.isThreadLocalZeros())
    return Section.Address;
  for (const ImageSegment &Segment : Segments)
    if (Segment.Type == ELF::PT_LOAD && Segment.MemorySize != 0 &&
        containsRange(Segment.VirtualAddress, Segment.MemorySize, Section.Address, Section.Size))
      return Segment.PhysicalAddress + (Section.Address - Segment.VirtualAddress);
  return Section.Address;
}

/// The entries of a table. Ignores an incomplete entry at the end.
template <class T> ArrayRef<T> entries(ArrayRef<uint8_t> Table) {
  static_assert(alignof(T) == 1, "laid over bytes of any alignment");
  return {reinterpret_cast<const T *>(Table.data()), Table.size() / sizeof(T)};
}

} // namespace

template <class ELFT> class ElfImageReader {
public:
  ElfImageReader(ElfImage &Image, object::ELFFile<ELFT> File)
      : Image(Image), File(std::move(File)) {}

  static Error read(ElfImage &Image) {
    auto File = object::ELFFile<ELFT>::create(Image.Buffer.getBuffer());
    if (!File)
      return Image.error("truncated: " + toString(File.takeError()));
    ElfImageReader Reader(Image, std::move(*File));
    for (auto Part :
         {&ElfImageReader::readHeader, &ElfImageReader::readSegments, &ElfImageReader::readSections,
          &ElfImageReader::readSymbols, &ElfImageReader::readDynamicRelocations})
      RETURN_IF_ERROR((Reader.*Part)());
    return Error::success();
  }

private:
  using Phdr = typename ELFT::Phdr;
  using Shdr = typename ELFT::Shdr;
  using Dyn = typename ELFT::Dyn;
  using Rel = typename ELFT::Rel;
  using Rela = typename ELFT::Rela;

  Error error(const Twine &Message) const { return Image.error(Message); }
  template <class T> Error take(Expected<T> Answer, T &To) const {
    if (!Answer)
      return error("corrupt: " + toString(Answer.takeError()));
    To = *Answer;
    return Error::success();
  }

  Error readHeader();
  Error readSegments();
  Error readSections();
  Error readSymbols();
  Error readDynamicRelocations();
  template <class T> Error readRelocations(uint64_t Address, uint64_t Size);

  ElfImage &Image;
  object::ELFFile<ELFT> File;
  ArrayRef<Shdr> Headers;
};

template <class ELFT> Error ElfImageReader<ELFT>::readHeader() {
  const auto &Header = File.getHeader();
  Image.HeadersEnd = sizeof(Header);
  Image.Header.Machine = Header.e_machine;
  Image.Header.Type = Header.e_type;
  Image.Header.ElfFlags = Header.e_flags;
  Image.Header.Entry = Header.e_entry;
  if (Image.Header.Type == ELF::ET_REL)
    return error("an object file, not a linked image");
  if (Image.Header.Type != ELF::ET_EXEC && Image.Header.Type != ELF::ET_DYN)
    return error("not a linked image: ELF type " + Twine(Image.Header.Type));
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readSegments() {
  ArrayRef<Phdr> Table;
  RETURN_IF_ERROR(take(File.program_headers(), Table));
  if (!Table.empty())
    Image.HeadersEnd = std::max<uint64_t>(Image.HeadersEnd,
                                          File.getHeader().e_phoff + Table.size() * sizeof(Phdr));
  for (auto [Index, P] : enumerate(Table)) {
    const ImageSegment Segment{P.p_type,   P.p_flags, P.p_vaddr,  P.p_paddr,
                               P.p_filesz, P.p_memsz, /*Hash=*/0, P.p_offset};
    // Check only the segments whose content et-prune reads. If a segment has no bytes in the file,
    // for example only .bss, the segment's offset has no meaning.
    if ((Segment.Type == ELF::PT_LOAD || Segment.Type == ELF::PT_DYNAMIC) &&
        Segment.FileSize != 0 &&
        !containsRange(0, File.getBufSize(), Segment.Offset, Segment.FileSize))
      return error("truncated: segment " + Twine(Index) + " lies beyond the end of the file");
    if (Segment.Type == ELF::PT_LOAD && Segment.FileSize > Segment.MemorySize)
      return error("corrupt: segment " + Twine(Index) + " is larger in the file than in memory");
    Image.Segments.push_back(Segment);
  }
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readSections() {
  RETURN_IF_ERROR(take(File.sections(), Headers));
  if (Headers.empty())
    return Error::success();
  Image.HeadersEnd = std::max<uint64_t>(Image.HeadersEnd,
                                        File.getHeader().e_shoff + Headers.size() * sizeof(Shdr));
  StringRef Names;
  RETURN_IF_ERROR(take(File.getSectionStringTable(Headers), Names));
  for (const Shdr &S : drop_begin(Headers)) {
    StringRef Name;
    RETURN_IF_ERROR(take(File.getSectionName(S, Names), Name));
    // JSON and messages need names in UTF-8.
    ImageSection Section{json::fixUTF8(Name), S.sh_type, S.sh_flags, S.sh_addr,
                         /*LoadAddress=*/0,   S.sh_size, /*Hash=*/0, S.sh_offset};
    Section.LoadAddress = loadAddressOf(Section, Image.Segments);
    if (Section.hasContent()) {
      ArrayRef<uint8_t> Content;
      RETURN_IF_ERROR(take(File.getSectionContents(S), Content));
      Section.Hash = xxh3_64bits(Content);
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
  typename ELFT::SymRange Entries;
  StringRef Names;
  RETURN_IF_ERROR(take(File.symbols(Table), Entries));
  if (Entries.size() <= 1)
    return Error::success();
  RETURN_IF_ERROR(take(File.getStringTableForSymtab(*Table, Headers), Names));
  Image.Symbols.reserve(Entries.size());
  for (const typename ELFT::Sym &S : drop_begin(Entries)) {
    StringRef Name;
    RETURN_IF_ERROR(take(S.getName(Names), Name));
    const uint32_t Section = S.st_shndx;
    Image.Symbols.push_back({Name, S.st_value, S.st_size, S.getType(), S.getBinding(),
                             /*IsInSection=*/Section != ELF::SHN_UNDEF && Section < Headers.size(),
                             /*Undefined=*/Section == ELF::SHN_UNDEF});
  }
  return Error::success();
}

template <class ELFT> Error ElfImageReader<ELFT>::readDynamicRelocations() {
  auto Dynamic =
      find_if(Image.Segments, [](const ImageSegment &S) { return S.Type == ELF::PT_DYNAMIC; });
  if (Dynamic == Image.Segments.end())
    return Error::success();
  std::map<int64_t, uint64_t> Values;
  for (const Dyn &Entry : entries<Dyn>(arrayRefFromStringRef(
           Image.Buffer.getBuffer().substr(Dynamic->Offset, Dynamic->FileSize)))) {
    if (Entry.getTag() == ELF::DT_NULL)
      break;
    Values[Entry.getTag()] = Entry.getVal();
  }
  if (Values.count(ELF::DT_ANDROID_RELA))
    return error("its dynamic relocations are packed for Android, which et-prune cannot read; link "
                 "with --pack-dyn-relocs=relr or =none");
  RETURN_IF_ERROR(readRelocations<Rela>(Values[ELF::DT_RELA], Values[ELF::DT_RELASZ]));
  RETURN_IF_ERROR(readRelocations<Rel>(Values[ELF::DT_REL], Values[ELF::DT_RELSZ]));
  llvm::sort(Image.Relocations, [](const auto &A, const auto &B) { return A.Address < B.Address; });
  return Error::success();
}

template <class ELFT>
template <class T>
Error ElfImageReader<ELFT>::readRelocations(uint64_t Address, uint64_t Size) {
  constexpr bool HasAddend = std::is_same_v<T, Rela>;
  if (Size == 0)
    return Error::success();
  ASSIGN_OR_RETURN(ArrayRef<uint8_t> Bytes, Image.memoryAt(Address));
  if (Size > Bytes.size() || Size % sizeof(T) != 0)
    return error("corrupt: " + Twine(Size) + " bytes of dynamic relocations at " + hex(Address) +
                 " are not a whole number of entries within a segment");
  const uint32_t Relative = object::getELFRelativeRelocationType(Image.Header.Machine);
  for (const T &R : entries<T>(Bytes.take_front(Size))) {
    const uint32_t Type = R.getType(/*isMips64EL=*/false);
    // Type 0 is NONE on every machine. Relative is 0 on a machine without a relative type.
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
  if (!Bytes.starts_with(ELF::ElfMagic))
    return Image.error("not an ELF file");
  const uint8_t Class = Bytes.size() < ELF::EI_NIDENT ? 0 : Bytes[ELF::EI_CLASS];
  const uint8_t Encoding = Class == 0 ? 0 : Bytes[ELF::EI_DATA];
  if ((Class != ELF::ELFCLASS32 && Class != ELF::ELFCLASS64) ||
      (Encoding != ELF::ELFDATA2LSB && Encoding != ELF::ELFDATA2MSB))
    return Image.error("corrupt: its ELF class or byte order is unknown");
  Image.Header.Is64Bit = Class == ELF::ELFCLASS64;
  Image.Header.IsLittleEndian = Encoding == ELF::ELFDATA2LSB;
  if (Error E = withElfType(Bytes,
                            [&](auto Type) { return ElfImageReader<decltype(Type)>::read(Image); }))
    return E;
  return Image;
}

template <class ELFT>
static std::vector<ImageRelocation> readAllRelocations(const ElfImage &Image) {
  const ImageSection *Symbols = Image.findSection(".dynsym"), *Names = Image.findSection(".dynstr");
  const auto Table =
      entries<typename ELFT::Sym>(Symbols ? Image.contentOf(*Symbols) : ArrayRef<uint8_t>());
  const StringRef Text = toStringRef(Names ? Image.contentOf(*Names) : ArrayRef<uint8_t>());
  std::vector<ImageRelocation> Result;
  for (const ImageSection &Section : Image.sections()) {
    auto Add = [&](auto Entries) {
      uint64_t Own = Section.Address;
      for (const auto &R : Entries) {
        const uint32_t Symbol = R.getSymbol(/*isMips64EL=*/false);
        StringRef Import;
        if (Symbol != 0 && Symbol < Table.size() && Table[Symbol].st_shndx == ELF::SHN_UNDEF)
          Import = Text.substr(Table[Symbol].st_name).split('\0').first;
        Result.push_back({R.r_offset, Own, sizeof(R), Import});
        Own += sizeof(R);
      }
    };
    if (Section.isAllocated() && Section.Type == ELF::SHT_RELA)
      Add(entries<typename ELFT::Rela>(Image.contentOf(Section)));
    else if (Section.isAllocated() && Section.Type == ELF::SHT_REL)
      Add(entries<typename ELFT::Rel>(Image.contentOf(Section)));
  }
  return Result;
}

std::vector<ImageRelocation> ElfImage::dynamicRelocations() const {
  return withElfType(Buffer.getBuffer(),
                     [&](auto Type) { return readAllRelocations<decltype(Type)>(*this); });
}

} // namespace etprune
