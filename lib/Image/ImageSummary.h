// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An image reduced to what tells whether it was changed: addresses, sizes and hashes.
//
// A link bundle must say later "this is the image that was linked, except that .text was patched",
// without holding the image a second time. So ElfImage reduces itself to an ImageSummary, which
// goes into the bundle as JSON and is compared with the summary of the file found on the day of
// pruning. The parts that a target loads count (ImageDifferences::Loaded); symbols, debug
// information and file offsets, which strip and objcopy change rightly, are told apart (Other).

#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace etprune {

struct SectionSummary {
  std::string Name;
  /// SHT_* and SHF_* values.
  uint32_t Type = 0;
  uint64_t Flags = 0;
  uint64_t Address = 0;
  /// Where the section is stored; equals Address unless a segment's physical address differs.
  uint64_t LoadAddress = 0;
  uint64_t Size = 0;
  /// xxh3-64 of the content; 0 for sections that occupy no bytes of the file.
  uint64_t Hash = 0;

  bool isAllocated() const;
  bool isWritable() const;
  bool isExecutable() const;
  /// Has bytes in the file.
  bool hasContent() const;
  /// Thread-local zeros: sized, but without room in the address space.
  bool isThreadLocalZeros() const;
};

/// A program header. File offsets are left out: they say nothing about what is loaded.
struct SegmentSummary {
  /// PT_* and PF_* values.
  uint32_t Type = 0;
  uint32_t Flags = 0;
  uint64_t VirtualAddress = 0;
  uint64_t PhysicalAddress = 0;
  uint64_t FileSize = 0;
  uint64_t MemorySize = 0;
  /// xxh3-64 of a PT_LOAD's content, for bytes that lie in no section; else 0. The ELF header is
  /// left out, because it says where the section headers are.
  uint64_t Hash = 0;
};

/// Of the ELF header.
struct ImageHeader {
  bool Is64Bit = false;
  bool IsLittleEndian = true;
  /// EM_* and ET_* values and e_flags.
  uint16_t Machine = 0;
  uint16_t Type = 0;
  uint32_t ElfFlags = 0;
  uint64_t Entry = 0;
};

struct ImageSummary : ImageHeader {
  /// Size in bytes and BLAKE3 of the whole file, in hexadecimal digits: the image's identity.
  uint64_t FileSize = 0;
  std::string FileHash;
  /// In the order of the file; the null section is left out.
  std::vector<SectionSummary> Sections;
  std::vector<SegmentSummary> Segments;

  const SectionSummary *findSection(llvm::StringRef Name) const;
};

/// What two images differ in: a sentence each, "section '.text': content differs (1,024 bytes)".
/// Sections are matched by name, those of the same name in their order.
struct ImageDifferences {
  /// In what a target loads and runs: allocated sections, segments, entry point, target.
  std::vector<std::string> Loaded;
  /// In the rest: symbol tables, debug information, notes that are not loaded.
  std::vector<std::string> Other;

  bool sameLoaded() const { return Loaded.empty(); }
};

/// Before and After are the two sides' order in the text: "added" is only in After.
ImageDifferences compareImages(const ImageSummary &Before, const ImageSummary &After);

/// Numbers of 64 bits are written as hexadecimal strings, "0x8000".
llvm::json::Value toJSON(ImageSummary Summary);
bool fromJSON(const llvm::json::Value &Value, ImageSummary &Summary, llvm::json::Path Path);

} // namespace etprune
