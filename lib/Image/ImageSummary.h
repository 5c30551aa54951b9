// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses, sizes and hashes of an image. The link bundle contains the summaries of its images
// as JSON, but not the images. Before pruning, et-prune compares these summaries with the summary
// of the user's image, to find out if somebody has changed the image.

#pragma once

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

struct SectionSummary {
  std::string Name;
  uint32_t Type = 0;
  uint64_t Flags = 0;
  uint64_t Address = 0;
  uint64_t LoadAddress = 0; ///< Address, or where start-up code copies the section from
  uint64_t Size = 0;
  uint64_t Hash = 0;   ///< xxh3-64 of the content; 0 for sections without bytes in the file
  uint64_t Offset = 0; ///< in the file; not in the JSON

  bool isAllocated() const { return Flags & llvm::ELF::SHF_ALLOC; }
  bool isWritable() const { return Flags & llvm::ELF::SHF_WRITE; }
  bool isExecutable() const { return Flags & llvm::ELF::SHF_EXECINSTR; }
  bool hasContent() const { return Type != llvm::ELF::SHT_NOBITS && Type != llvm::ELF::SHT_NULL; }
  /// True for .tbss, which takes no address space.
  bool isThreadLocalZeros() const {
    return Type == llvm::ELF::SHT_NOBITS && (Flags & llvm::ELF::SHF_TLS);
  }
};

struct SegmentSummary {
  uint32_t Type = 0;
  uint32_t Flags = 0;
  uint64_t VirtualAddress = 0;
  uint64_t PhysicalAddress = 0;
  uint64_t FileSize = 0;
  uint64_t MemorySize = 0;
  /// xxh3-64 of a PT_LOAD's content, also of bytes outside all sections; 0 for other segments.
  /// The ELF header is not hashed, because strip changes the offset of the section headers in it.
  uint64_t Hash = 0;
  uint64_t Offset = 0; ///< in the file; not in the JSON
};

struct ImageHeader {
  bool Is64Bit = false;
  bool IsLittleEndian = true;
  uint16_t Machine = 0;
  uint16_t Type = 0;
  uint32_t ElfFlags = 0;
  uint64_t Entry = 0;
};

struct ImageSummary : ImageHeader {
  uint64_t FileSize = 0; ///< in bytes
  std::string FileHash;  ///< BLAKE3 of the whole file, in hexadecimal digits
  std::vector<SectionSummary> Sections;
  std::vector<SegmentSummary> Segments;

  const SectionSummary *findSection(llvm::StringRef Name) const;
};

/// Messages such as "section '.text': content differs". Sections of one name match in file order.
struct ImageDifferences {
  std::vector<std::string> Loaded; ///< in the parts that a target loads and runs
  std::vector<std::string> Other;  ///< symbols, debug information: strip and objcopy change them

  bool sameLoaded() const { return Loaded.empty(); }
};

ImageDifferences compareImages(const ImageSummary &Before, const ImageSummary &After);

/// 64-bit numbers are written as hexadecimal strings, "0x8000".
llvm::json::Value toJSON(ImageSummary Summary);
bool fromJSON(const llvm::json::Value &Value, ImageSummary &Summary, llvm::json::Path Path);

} // namespace etprune
