// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linked image, read from the bytes of its file. The reader does not use the code that writes
// images, so that checks of an image find errors of the writing code.
//
// ElfImage::read() copies headers and tables once into structures that are the same for ELF32 and
// ELF64 and both byte orders. The bytes may be corrupt or malicious. read() then returns an error,
// or an image whose functions are all safe to call.
//
// An image may be stripped of its section headers. It then has no sections and no symbols, but its
// memory is still readable through the segments.

#pragma once

#include "Image/ImageSummary.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <optional>

namespace etprune {

using ImageSegment = SegmentSummary;
using ImageSection = SectionSummary;

struct ImageSymbol {
  llvm::StringRef Name;
  uint64_t Value = 0;
  uint64_t Size = 0;
  uint8_t Type = 0;
  uint8_t Binding = 0;
  bool IsInSection = false; ///< false for absolute and undefined symbols
  bool Undefined = false;
};

struct ImageRelocation {
  uint64_t Place;         ///< the address of the word that the relocation fills
  uint64_t Own;           ///< the relocation's own address
  uint64_t Size;          ///< the relocation's own size
  llvm::StringRef Import; ///< the symbol's name if the symbol is undefined, else empty
};

class ElfImage {
public:
  ElfImage() = default;
  /// Errors name the buffer's identifier. The buffer must outlive the image.
  static llvm::Expected<ElfImage> read(llvm::MemoryBufferRef Buffer);

  bool is64Bit() const { return Header.Is64Bit; }
  bool isLittleEndian() const { return Header.IsLittleEndian; }
  uint16_t machine() const { return Header.Machine; }
  uint16_t type() const { return Header.Type; }
  uint64_t entry() const { return Header.Entry; }
  unsigned wordSize() const { return is64Bit() ? 8 : 4; }
  llvm::MemoryBufferRef buffer() const { return Buffer; }
  /// The file offset after the ELF header, the program headers and the section headers.
  uint64_t headersEnd() const { return HeadersEnd; }
  llvm::StringRef name() const { return Buffer.getBufferIdentifier(); }
  llvm::Error error(const llvm::Twine &Message) const;

  const std::vector<ImageSegment> &segments() const { return Segments; }
  /// In the file's order, without the null section.
  const std::vector<ImageSection> &sections() const { return Sections; }
  /// The symbols of .symtab, or of .dynsym if there is no .symtab.
  const std::vector<ImageSymbol> &symbols() const { return Symbols; }
  /// True if symbols() comes from .symtab. Then symbols() has all symbols of the image.
  bool hasSymbolTable() const { return HasSymbolTable; }
  /// True if segments share addresses. memoryAt() then reads only the first of these segments.
  bool hasOverlays() const;
  bool isDynamic() const;

  const ImageSection *findSection(llvm::StringRef Name) const;
  /// A defined symbol; a global symbol is preferred to a local one.
  const ImageSymbol *findSymbol(llvm::StringRef Name) const;
  const ImageSection *sectionAt(uint64_t Address) const;
  llvm::ArrayRef<uint8_t> contentOf(const ImageSection &Section) const;

  /// The bytes in the file from an address to the end of its segment. An error if the file has no
  /// byte for the address.
  llvm::Expected<llvm::ArrayRef<uint8_t>> memoryAt(uint64_t Address) const;
  /// True if a segment covers the address, zero-filled memory included.
  bool isMapped(uint64_t Address) const;
  /// The word at an address after the loader has applied the dynamic relocations. The image counts
  /// as loaded at address 0.
  llvm::Expected<uint64_t> readPointer(uint64_t Address) const;

  std::vector<ImageRelocation> dynamicRelocations() const;

  ImageSummary summary() const;

private:
  struct DynamicRelocation {
    uint64_t Address;
    std::optional<uint64_t> Value; ///< none if only the loader knows it
  };

  template <class ELFT> friend class ElfImageReader;
  explicit ElfImage(llvm::MemoryBufferRef Buffer) : Buffer(Buffer) {}

  llvm::MemoryBufferRef Buffer;
  ImageHeader Header;
  bool HasSymbolTable = false;
  uint64_t HeadersEnd = 0;
  std::vector<ImageSegment> Segments;
  std::vector<ImageSection> Sections;
  std::vector<ImageSymbol> Symbols;
  /// Sorted by address. Relative relocations with the addend in the word (REL, RELR) are omitted:
  /// they do not change the word of an image that is loaded at address 0.
  std::vector<DynamicRelocation> Relocations;
};

} // namespace etprune
