// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/ElfImage.h"

#include "Support/Numbers.h"
#include "Support/Try.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;

namespace etprune {

Error ElfImage::error(const Twine &Message) const {
  return createStringError(Twine(name()) + ": " + Message);
}

const ImageSection *ElfImage::findSection(StringRef Name) const {
  auto It = find_if(Sections, [&](const ImageSection &S) { return S.Name == Name; });
  return It == Sections.end() ? nullptr : &*It;
}

const ImageSymbol *ElfImage::findSymbol(StringRef Name) const {
  const ImageSymbol *Found = nullptr;
  for (const ImageSymbol &Symbol : Symbols) {
    if (Symbol.Undefined || Symbol.Name != Name)
      continue;
    if (Symbol.Binding != ELF::STB_LOCAL)
      return &Symbol;
    if (!Found)
      Found = &Symbol;
  }
  return Found;
}

const ImageSection *ElfImage::sectionAt(uint64_t Address) const {
  auto It = find_if(Sections, [&](const ImageSection &S) {
    return S.isAllocated() && !S.isThreadLocalZeros() &&
           containsRange(S.Address, S.Size, Address, 1);
  });
  return It == Sections.end() ? nullptr : &*It;
}

bool ElfImage::isDynamic() const {
  return any_of(Segments, [](const ImageSegment &S) { return S.Type == ELF::PT_DYNAMIC; });
}

bool ElfImage::hasOverlays() const {
  for (const ImageSegment &A : Segments)
    for (const ImageSegment &B : Segments)
      if (&A < &B && A.Type == ELF::PT_LOAD && B.Type == ELF::PT_LOAD &&
          A.VirtualAddress < B.VirtualAddress + B.MemorySize &&
          B.VirtualAddress < A.VirtualAddress + A.MemorySize)
        return true;
  return false;
}

ArrayRef<uint8_t> ElfImage::contentOf(const ImageSection &Section) const {
  if (!Section.hasContent())
    return {};
  return arrayRefFromStringRef(Buffer.getBuffer().substr(Section.Offset, Section.Size));
}

Expected<ArrayRef<uint8_t>> ElfImage::memoryAt(uint64_t Address) const {
  for (const ImageSegment &Segment : Segments)
    if (Segment.Type == ELF::PT_LOAD &&
        containsRange(Segment.VirtualAddress, Segment.FileSize, Address, 1)) {
      uint64_t Within = Address - Segment.VirtualAddress;
      return arrayRefFromStringRef(
          Buffer.getBuffer().substr(Segment.Offset + Within, Segment.FileSize - Within));
    }
  return error("nothing is stored at address " + hex(Address));
}

bool ElfImage::isMapped(uint64_t Address) const {
  return any_of(Segments, [&](const ImageSegment &S) {
    return S.Type == ELF::PT_LOAD && containsRange(S.VirtualAddress, S.MemorySize, Address, 1);
  });
}

Expected<uint64_t> ElfImage::readPointer(uint64_t Address) const {
  auto It = lower_bound(Relocations, Address,
                        [](const DynamicRelocation &R, uint64_t A) { return R.Address < A; });
  if (It != Relocations.end() && It->Address == Address) {
    if (!It->Value)
      return error("the word at " + hex(Address) +
                   " is set by a dynamic relocation that needs a symbol");
    return is64Bit() ? *It->Value : *It->Value & 0xffffffff;
  }
  ASSIGN_OR_RETURN(ArrayRef<uint8_t> Bytes, memoryAt(Address));
  if (Bytes.size() < wordSize())
    return error("the word at " + hex(Address) + " reaches beyond its segment");
  endianness Order = isLittleEndian() ? endianness::little : endianness::big;
  return is64Bit() ? support::endian::read<uint64_t>(Bytes.data(), Order)
                   : support::endian::read<uint32_t>(Bytes.data(), Order);
}

ImageSummary ElfImage::summary() const {
  ImageSummary Summary;
  static_cast<ImageHeader &>(Summary) = Header;
  Summary.FileSize = Buffer.getBufferSize();
  Summary.FileHash =
      toHex(BLAKE3::hash(arrayRefFromStringRef(Buffer.getBuffer())), /*LowerCase=*/true);
  Summary.Sections = Sections;
  uint64_t HeaderSize = is64Bit() ? sizeof(ELF::Elf64_Ehdr) : sizeof(ELF::Elf32_Ehdr);
  Summary.Segments = Segments;
  for (SegmentSummary &S : Summary.Segments) {
    if (S.Type != ELF::PT_LOAD)
      continue;
    StringRef Content = Buffer.getBuffer().substr(S.Offset, S.FileSize);
    if (S.Offset < HeaderSize)
      Content = Content.drop_front(std::min<uint64_t>(Content.size(), HeaderSize - S.Offset));
    S.Hash = xxh3_64bits(arrayRefFromStringRef(Content));
  }
  return Summary;
}

} // namespace etprune
