// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the linker wrote all of an image and its map. GNU ld ignores the errors of some seeks
// and writes, and exits with status 0. The image then has zeros, or its size is not what its
// headers say, or the map lacks lines. The other checks may miss such errors in sections that
// are not loaded (symbols, attributes, debug information).
//
// The check does not find zeros in the middle of debug information, because correct debug
// information may have long runs of zeros, too. A comparison with a second link would find them,
// but would double the time.

#include "Prune/Verify.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;

namespace etprune {

namespace {

uint64_t namedEnd(const ElfImage &Image) {
  uint64_t End = Image.headersEnd();
  // Empty sections and segments may have any offset.
  for (const ImageSection &Section : Image.sections())
    if (Section.hasContent() && Section.Size)
      End = std::max(End, Section.Offset + Section.Size);
  for (const ImageSegment &Segment : Image.segments())
    if (Segment.FileSize)
      End = std::max(End, Segment.Offset + Segment.FileSize);
  return End;
}

bool isZero(ArrayRef<uint8_t> Bytes) {
  return llvm::all_of(Bytes, [](uint8_t Byte) { return Byte == 0; });
}

/// True for sections that never begin with eight zero bytes. A string table begins with one zero.
bool beginsWithData(const ImageSection &Section) {
  constexpr StringLiteral Names[] = {".comment",    ".debug_abbrev", ".debug_aranges",
                                     ".debug_info", ".debug_line",   ".debug_str",
                                     ".shstrtab",   ".strtab"};
  return Section.Type == ELF::SHT_ARM_ATTRIBUTES || llvm::is_contained(Names, Section.Name);
}

bool beginsWithZeros(ArrayRef<uint8_t> Bytes) {
  constexpr size_t Beginning = 8;
  return Bytes.size() > 1 && isZero(Bytes.take_front(Beginning));
}

bool hasNullSymbol(const ElfImage &Image, ArrayRef<uint8_t> Table) {
  const size_t Size = Image.is64Bit() ? sizeof(ELF::Elf64_Sym) : sizeof(ELF::Elf32_Sym);
  for (size_t At = Size; At + Size <= Table.size(); At += Size) // the first entry is null
    if (isZero(Table.slice(At, Size)))
      return true;
  return false;
}

/// Maps have no lines for symbol, string and relocation tables.
bool isLackedBy(const LinkMap &Map, const ImageSection &Section) {
  const bool IsTable = Section.Type == ELF::SHT_SYMTAB || Section.Type == ELF::SHT_STRTAB ||
                       Section.Type == ELF::SHT_SYMTAB_SHNDX || Section.Type == ELF::SHT_REL ||
                       Section.Type == ELF::SHT_RELA;
  return !IsTable && Section.Size != 0 && !Map.findSection(Section.Name);
}

} // namespace

std::string findMissingOutput(const ElfImage &Image, const LinkMap &Map, StringRef MapText) {
  const uint64_t End = namedEnd(Image), Size = Image.buffer().getBufferSize();
  if (End != Size)
    return "the image has " + std::to_string(Size) + " bytes, but its headers describe " +
           std::to_string(End);
  if (!MapText.ends_with("\n"))
    return "the map ends in the middle of a line";
  for (const ImageSection &Section : Image.sections()) {
    if (isLackedBy(Map, Section))
      return "the map lacks section '" + Section.Name + "'";
    if (!Section.hasContent() || Section.isAllocated())
      continue;
    const ArrayRef<uint8_t> Bytes = Image.contentOf(Section);
    if (Section.Type == ELF::SHT_SYMTAB ? hasNullSymbol(Image, Bytes)
                                        : beginsWithData(Section) && beginsWithZeros(Bytes))
      return "section '" + Section.Name + "' has zeros in the place of data";
  }
  for (const MapSection &Section : Map.Sections) {
    // Linkers merge strings of sections that are not loaded, such as .debug_str. The map has sizes
    // from before the merge, so the sizes do not add up to the section's size.
    const ImageSection *InImage = Image.findSection(Section.Name);
    if (InImage && InImage->isAllocated() && Section.unaccountedBytes() != 0)
      return "the map of section '" + InImage->Name + "' has a gap";
  }
  return "";
}

} // namespace etprune
